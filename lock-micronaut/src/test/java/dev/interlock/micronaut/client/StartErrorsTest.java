// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ApplicationContext;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A wrong configuration ends the start, with a message that names the property, its value and the remedy. */
final class StartErrorsTest {

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong(
                        Map.of(),
                        "locks.backend is not set and there are several backends",
                        "etcd, jdbc, redis, zookeeper"),
                wrong(Map.of("locks.backend", "oracle"), "locks.backend is 'oracle'", "must be one of redis"),
                wrong(memory("locks.lease", "soon"), "'locks.lease' must be a duration", "such as 500ms", "'soon'"),
                wrong(memory("locks.lease", "1ms"), "'locks.lease' must be a duration from PT0.01S", "'1ms'"),
                wrong(memory("locks.wait", "-1s"), "'locks.wait' must be a duration from PT0S", "'-1s'"),
                wrong(memory("locks.max-hold", "x"), "'locks.max-hold' must be a duration", "'x'"),
                wrong(memory("locks.eager", "yes"), "'locks.eager' must be true or false", "'yes'"),
                wrong(memory("locks.renewal-threads", "1"), "'locks.renewal-threads' must be a whole", "from 2", "'1'"),
                wrong(memory("locks.close-timeout", "2h"), "'locks.close-timeout' must be a duration", "PT1H", "'2h'"),
                wrong(memory("locks.close-grace", "6s"), "'locks.close-grace' must be a duration", "PT5S", "'6s'"),
                wrong(memory("locks.enabled", "on"), "'locks.enabled' must be true or false", "'on'"),
                wrong(memory("locks.named.report.lease", "ten"), "'locks.named.report.lease' must be", "'ten'"),
                wrong(memory("locks.named.a.pattern", "*x\u0000"), "locks.named.a.pattern: must be the name"),
                wrong(
                        memory("locks.require", "speed"),
                        "locks.require has 'speed', which is no capability. List fencing",
                        "survives-restart"),
                wrong(
                        memory("locks.require", "survives-restart"),
                        "locks.require asks for survives-restart, which the backend 'memory' does not declare",
                        "Backends that would do for survives-restart: zookeeper, jdbc, etcd"),
                wrong(Map.of("locks.uri", "memory://host"), "locks.uri: a memory uri is"),
                wrong(
                        Map.of("locks.backend", "redis"),
                        "nothing says where it is: set locks.uri, locks.redis.uri or redis.uri"),
                wrong(
                        Map.of("locks.backend", "redis", "redis.uri", "redis-socket://h"),
                        "redis.uri must start with redis://, redis-sentinel:// or redis-cluster://"),
                wrong(
                        Map.of("locks.uri", "redis://h", "locks.redis.token-ttl", "1s"),
                        "locks.uri and locks.redis.* say: locks.redis.token-ttl must be a duration",
                        "'1s'"),
                wrong(
                        Map.of("locks.backend", "zookeeper"),
                        "set locks.uri, such as zookeeper://",
                        "locks.zookeeper.connect-string"),
                wrong(
                        Map.of("locks.backend", "zookeeper", "locks.zookeeper.connect-string", "h:x"),
                        "locks.zookeeper.connect-string",
                        "hosts must be host:port"),
                wrong(
                        Map.of("locks.backend", "etcd"),
                        "set locks.uri, such as etcd://",
                        "locks.etcd.endpoints",
                        "bean of type io.etcd.jetcd.Client"),
                wrong(
                        Map.of("locks.backend", "etcd", "locks.etcd.endpoints", "h:x"),
                        "locks.etcd.endpoints",
                        "must have the form host:port"),
                wrong(
                        Map.of("locks.uri", "etcd://h", "locks.etcd.poll-fallback", "1ms"),
                        "locks.uri and locks.etcd.* say: locks.etcd.poll-fallback must be a duration",
                        "'1ms'"),
                wrong(Map.of("locks.backend", "jdbc"), "nothing says where the database is", "datasources.default"),
                wrong(
                        Map.of("locks.backend", "jdbc", "locks.jdbc.mode", "fast"),
                        "locks.jdbc.mode must be lease or row-lock"),
                wrong(
                        Map.of("locks.backend", "jdbc", "locks.jdbc.datasource", "other"),
                        "locks.jdbc.datasource is 'other' but there is no data source of that name"),
                wrong(
                        Map.of("locks.uri", "jdbc:mysql://h/d", "locks.jdbc.datasource", "default"),
                        "locks.jdbc.datasource and locks.uri both say where the locks are"),
                wrong(Map.of("locks.uri", "jdbc:postgresql://h/d"), "no driver for jdbc:postgresql"),
                wrong(Map.of("locks.uri", "jdbc:oracle://h/d"), "locks.uri", "must start with jdbc:mysql://"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void a_wrong_configuration_ends_the_start(Map<String, Object> properties, String[] messages) {
        assertThatThrownBy(() -> ApplicationContext.run(properties).close()).satisfies(failure -> {
            for (String message : messages) {
                assertThat(failure).hasMessageContaining(message);
            }
        });
    }

    private static Map<String, Object> memory(String property, String value) {
        return Map.of("locks.backend", "memory", property, value);
    }

    private static Arguments wrong(Map<String, ?> properties, String... messages) {
        return Arguments.of(properties, messages);
    }
}
