// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.interlock.LockClient;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.ApplicationContextBuilder;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.Origin;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Settings that nothing reads end the start, with the one that was meant. */
final class SettingsCheckTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "locks.leese                             | locks.lease",
                "locks.laese                             | locks.lease",
                "locks.maxHolds                          | locks.max-hold",
                "locks.enabeld                           | locks.enabled",
                "locks.require[0].name                   | ",
                "locks.retry.max-tries                   | ",
                "locks.max-attempts                      | locks.named.<name>.retry.max-attempts or locks.retry.max-attempts",
                "locks.retrys.first-pause                | locks.retry.first-pause",
                "locks.adaptive-lease.shortst            | locks.adaptive-lease.shortest",
                "locks.adaptive-lease                    | ",
                "locks.url                               | locks.uri",
                "locks.prefix                            | locks.redis.prefix",
                "locks.redis.prefx                       | locks.redis.prefix",
                "locks.redis.tokenttl                    | locks.redis.token-ttl",
                "locks.redis.token-tll                   | locks.redis.token-ttl",
                "locks.rediss.pool-min-idle              | locks.redis.pool-min-idle",
                "locks.zookeeper.conect-string           | locks.zookeeper.connect-string",
                "locks.etcd.endpoint                     | locks.etcd.endpoints",
                "locks.jdbc.data-source                  | locks.jdbc.datasource",
                "locks.memory.size                       | ",
                "locks.metrics.name                      | locks.metrics.names",
                "locks.fencing.generatoin                | locks.fencing.generation",
                "locks.named.nightly-report.leese        | locks.named.nightly-report.lease",
                "locks.named.nightly-report.minHolds     | locks.named.nightly-report.min-hold",
                "locks.named.report.retry.max-attempt    | locks.named.report.retry.max-attempts",
                "locks.named.report.adaptiv-lease.longest | locks.named.report.adaptive-lease.longest",
                "locks.naemd.report.lease                | locks.named.report.lease",
                "locks.named.report                      | ",
                "locks                                   | ",
            })
    void a_misspelt_property_ends_the_start_and_the_message_names_the_nearest(String written, String meant) {
        String hint = meant == null ? "all that there are is listed in" : "did you mean " + meant + "?";
        assertThatThrownBy(() -> context(Map.of(written, "secret-value")).close())
                .hasMessageContaining(written + " is no setting (ours.yml): " + hint)
                .hasMessageContaining("locks.unknown-settings=warn")
                .hasMessageNotContaining("secret-value");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LOCKS_LEESE                        | did you mean LOCKS_LEASE?",
                "LOCKS_REDIS_TOKENTTL               | did you mean LOCKS_REDIS_TOKEN_TTL?",
                "LOCKS_ZOOKEEPER_CONECT_STRING      | did you mean LOCKS_ZOOKEEPER_CONNECT_STRING?",
                "LOCKS_NAMED_REPORT_LEESE           | did you mean LOCKS_NAMED_REPORT_LEASE?",
                "LOCKS_DIRECTORY                    | all that there are is listed in",
                "LOCKS_NAMED_NIGHTLY_REPORT_LEASE   | a variable makes no block of a name of several words",
            })
    void a_misspelt_variable_ends_the_start_and_the_message_names_the_nearest(String written, String hint) {
        assertThatThrownBy(() -> context(Map.of(), Map.of(written, "5s")).close())
                .hasMessageContaining(written + " is no setting (the environment): " + hint);
    }

    @Test
    void a_setting_that_Micronaut_reads_in_any_spelling_is_no_mistake() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("locks.maxHold", "1h");
        properties.put("locks.close.timeout", "5s");
        properties.put("locks.holder_hint", "me");
        properties.put("locks.require[0]", "fencing");
        properties.put("locks.metrics.names", List.of("report"));
        properties.put("locks.redis.tokenTtl", "1h");
        properties.put("locks.redis.uri", "redis://nowhere");
        properties.put("locks.jdbc.pool-size", "3");
        properties.put("locks.zookeeper.base", "shop");
        properties.put("locks.fencing.max-names", "10");
        properties.put("locks.named.nightlyReport.minHold", "1m");
        properties.put("locks.named.orders.retry.maxAttempts", "2");
        properties.put("locks.named.orders.adaptiveLease.shortest", "1s");
        properties.put("locks.adaptive-lease.longest", "1m");
        properties.put("locks.named.empty", null);
        properties.put("locks.redis", "");
        properties.put("locks.named", Map.of("report", Map.of("lease", "5s")));
        try (ApplicationContext context = context(
                properties,
                Map.of(
                        "LOCKS_RENEWAL_THREADS", "3",
                        "LOCKS_ZOOKEEPER_CONNECT_STRING", "zk",
                        "LOCKS_NAMED_NIGHTLY_REPORT_WAIT", "1s",
                        "LOCKS_NAMED_REPORT_RETRY_FIRST_PAUSE", "20ms",
                        "LOCKS_ADAPTIVE_LEASE_SHORTEST", "2s"))) {
            assertThat(context.getBean(LockClient.class)).isNotNull();
        }
    }

    /** A map keeps the names of its keys as they are: Micronaut does not read this one. */
    @Test
    void a_key_of_a_map_that_Micronaut_does_not_read_is_reported() {
        assertThatThrownBy(() -> context(Map.of("locks", Map.of("maxHold", "1h", "lease", "5s")))
                        .close())
                .hasMessageContaining("locks.maxHold is no setting (ours.yml): did you mean locks.max-hold?")
                .hasMessageNotContaining("locks.lease");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOCKS_SERVICE_HOST",
                "LOCKS_SERVICE_PORT",
                "LOCKS_SERVICE_PORT_REDIS",
                "LOCKS_PORT",
                "LOCKS_PORT_6379_TCP",
                "LOCKS_PORT_6379_TCP_ADDR",
                "LOCKS_REDIS_SERVICE_HOST",
                "LOCKS_REDIS_PORT_6379_TCP_PROTO",
                "LOCKS",
                "LOCKSMITH_LEESE",
                "ENDPOINTS_LOCKS_LEESE"
            })
    void variables_of_others_are_left_alone(String variable) {
        context(Map.of(), Map.of(variable, "tcp://10.0.0.1:6379")).close();
    }

    @Test
    void properties_of_others_are_left_alone() {
        context(Map.of(
                        "locksmith.leese", "5s",
                        "endpoints.locks.leese", "5s",
                        "shop.locks.leese", "5s",
                        "interlock.leese", "5s"))
                .close();
    }

    @Test
    void the_block_of_a_backend_of_ones_own_is_its_own_affair() {
        context(Map.of("test.fake-store", "true", "locks.fake.speed", "9"), Map.of("LOCKS_FAKE_COLOR", "red"))
                .close();
        assertThatThrownBy(() -> context(Map.of("locks.fake.speed", "9")).close())
                .hasMessageContaining("locks.fake.speed is no setting");
    }

    @Test
    void all_are_reported_at_once_and_no_more_than_ten() {
        Map<String, Object> many = IntStream.range(0, 13)
                .boxed()
                .collect(Collectors.toMap(number -> "locks.unheard-of-" + number, number -> "x"));
        assertThatThrownBy(() -> context(many).close())
                .hasMessageContaining(" And 3 more. Correct it")
                .satisfies(failure -> assertThat(failure.getMessage().split("is no setting", -1))
                        .hasSize(11));
    }

    @Test
    void with_a_client_of_ones_own_they_are_refused_as_well() {
        try (LockClient own = LockClient.connect("memory:SettingsCheckTest")) {
            assertThatThrownBy(() -> builder(Map.of("locks.named.report.min-hld", "1m"))
                            .singletons(own)
                            .start()
                            .close())
                    .hasMessageContaining("did you mean locks.named.report.min-hold?");
        }
    }

    @Test
    void where_there_are_no_locks_nothing_is_looked_at() {
        context(Map.of("locks.enabled", "false", "locks.leese", "5s")).close();
    }

    @Test
    void an_application_that_asks_for_warnings_gets_them_in_the_log_alone() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(SettingsCheck.class);
        lines.start();
        logger.addAppender(lines);
        try {
            context(Map.of("locks.unknown-settings", "warn", "locks.leese", "5s"))
                    .close();
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("locks.leese is no setting (ours.yml): did you mean locks.lease? Nothing reads it.");
        assertThatThrownBy(() ->
                        context(Map.of("locks.unknown-settings", "ignore")).close())
                .hasMessageContaining("locks.unknown-settings must be refuse or warn but was 'ignore'");
    }

    private static ApplicationContext context(Map<String, Object> properties) {
        return builder(properties).start();
    }

    private static ApplicationContext context(Map<String, Object> properties, Map<String, Object> variables) {
        return builder(properties)
                .propertySources(
                        PropertySource.of("ours", properties, Origin.of("ours.yml")),
                        PropertySource.of(
                                "variables",
                                variables,
                                PropertyConvention.ENVIRONMENT_VARIABLE,
                                Origin.of("the environment")))
                .start();
    }

    private static ApplicationContextBuilder builder(Map<String, Object> properties) {
        return ApplicationContext.builder(Collections.singletonMap("locks.backend", "memory"))
                .propertySources(PropertySource.of("ours", properties, Origin.of("ours.yml")));
    }
}
