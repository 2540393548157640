// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What takes too long for each build: nightly configurations, and those that hold with bounds that take minutes. */
@Tag("nightly")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class LargeModelTest {

    private final ConfigurationCheck check = new ConfigurationCheck(Path.of("target", "model-large"), 1_800);

    static List<Configuration> configurations() {
        return Configuration.all().stream()
                .flatMap(configuration -> configuration.large().stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void nothing_breaks_within_large_bounds(Configuration configuration) throws IOException, InterruptedException {
        ConfigurationCheck.Result result = check.check(configuration, configuration.name());

        assertThat(result.broken()).as(result.output()).isEmpty();
    }

    static List<Configuration> nightly() {
        return Configuration.all().stream().filter(Configuration::isNightly).toList();
    }

    @ParameterizedTest
    @MethodSource("nightly")
    void a_nightly_configuration_ends_as_its_head_and_the_page_say(Configuration configuration)
            throws IOException, InterruptedException {
        ConfigurationCheck.Result result = check.check(configuration, configuration.name() + "-nightly");

        assertThat(result.broken()).as(result.output()).isEqualTo(configuration.breaks());
        assertThat(ConfigurationCheck.missingOnPage(List.of(ConfigurationCheck.row(configuration, result))))
                .isEmpty();
    }
}
