// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.spring.boot.client.Contexts;
import dev.interlock.spring.boot.config.InterlockProperties.UnknownProperties;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A property that nothing reads ends the start. */
final class PropertiesCheckTest {

    @ParameterizedTest
    @CsvSource({
        "interlock.leese, interlock.lease",
        "interlock.closeGrase, interlock.close-grace",
        "interlock.max-attempts, interlock.retry.max-attempts",
        "interlock.named.report.leese, interlock.named.report.lease",
        "interlock.clients.stock.ury, interlock.clients.stock.uri",
        "interlock.clients.stock.named.a.pattrn, interlock.clients.stock.named.a.pattern"
    })
    void a_misspelt_property_gets_a_suggestion(String written, String meant) {
        assertThat(Contexts.refusal(Contexts.with("interlock.backend=memory", written + "=1s")))
                .hasMessageContaining("is no property")
                .hasMessageContaining("test")
                .hasMessageContaining("did you mean")
                .hasMessageContaining(meant);
    }

    @Test
    void what_resembles_nothing_is_named_too() {
        assertThat(Contexts.refusal(Contexts.with("interlock.backend=memory", "interlock.colour=red")))
                .hasMessageContaining("interlock.colour is no property")
                .hasMessageContaining("docs/spring-boot.md");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "interlock.closeGrace",
                "interlock.CLOSE_GRACE",
                "interlock.require[0]",
                "interlock.options.prefix",
                "interlock.named",
                "interlock.retry",
                "interlock.test.require"
            })
    void every_spelling_of_Boot_and_every_empty_group_counts(String property) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(property, "")));
        assertThatCode(() -> PropertiesCheck.check(environment, UnknownProperties.REFUSE))
                .doesNotThrowAnyException();
    }

    @Test
    void a_warning_is_enough_if_it_is_asked_for() {
        Contexts.with("interlock.backend=memory", "interlock.leese=1s", "interlock.unknown-properties=warn")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"INTERLOCK_LEESE", "INTERLOCK_CLOSE_GRASE", "INTERLOCK_CLIENTS_STOCK_URY"})
    void a_variable_that_resembles_a_property_counts(String variable) {
        assertThatThrownBy(() -> PropertiesCheck.check(variables(variable), UnknownProperties.REFUSE))
                .isInstanceOf(LockConfigurationException.class)
                .hasMessageContaining("did you mean");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INTERLOCK_URI",
                "INTERLOCK_CLOSE_GRACE",
                "INTERLOCK_CLOSEGRACE",
                "INTERLOCK_RETRY_MAX_PAUSE",
                "INTERLOCK_REQUIRE_0_",
                "INTERLOCK_NAMED_REPORT_LOCKDELAY",
                "INTERLOCK_CLIENTS_STOCK_URI",
                "INTERLOCK_OPTIONS_TIMEOUT",
                "INTERLOCK_SERVICE_HOST",
                "INTERLOCK_PORT_6379_TCP"
            })
    void variables_of_ours_and_of_others_pass(String variable) {
        assertThatCode(() -> PropertiesCheck.check(variables(variable), UnknownProperties.REFUSE))
                .doesNotThrowAnyException();
    }

    @Test
    void system_properties_of_others_pass() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
                        new MapPropertySource(
                                StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
                                Map.of("interlock.soak.seconds", "3")));
        assertThatCode(() -> PropertiesCheck.check(environment, UnknownProperties.REFUSE))
                .doesNotThrowAnyException();
    }

    private static StandardEnvironment variables(String variable) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(variable, "1")));
        return environment;
    }
}
