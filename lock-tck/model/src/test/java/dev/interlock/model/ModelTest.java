// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each configuration of {@code docs/model} that is not nightly ends as its head says, and as the page says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModelTest {

    private final Runs runs = new Runs(new ConfigurationCheck(Path.of("target", "model"), 300));

    static List<Configuration> configurations() {
        return Configuration.all().stream()
                .filter(configuration -> !configuration.isNightly())
                .toList();
    }

    @BeforeAll
    void begin() {
        configurations().forEach(configuration -> runs.begin(configuration.name(), configuration));
    }

    @AfterAll
    void end() {
        runs.close();
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void a_configuration_ends_as_its_head_says(Configuration configuration) throws InterruptedException {
        ConfigurationCheck.Result result = runs.result(configuration.name());

        assertThat(result.broken()).as(result.output()).isEqualTo(configuration.breaks());
    }

    @Test
    void the_page_has_the_result_of_each_configuration() throws IOException, InterruptedException {
        List<String> rows = new ArrayList<>();
        for (Configuration configuration : configurations()) {
            rows.add(ConfigurationCheck.row(configuration, runs.result(configuration.name())));
        }
        assertThat(ConfigurationCheck.missingOnPage(rows)).isEmpty();
    }

    @Test
    void each_property_that_a_configuration_asks_for_is_broken_by_another() {
        List<String> broken = Configuration.all().stream()
                .map(Configuration::breaks)
                .flatMap(Optional::stream)
                .distinct()
                .toList();

        assertThat(Configuration.all())
                .allSatisfy(configuration -> assertThat(broken).containsAll(configuration.properties()));
    }
}
