// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A native image has only those classes, methods and resources that the code names, and those that the metadata in its
 * jars lists. So what published code looks up by a name must be listed. That each resource of a jar is listed is tested
 * by NativeResourcesTest in lock-micronaut.
 */
class NativeImageTest {

    /** A class, and what it looks up by a name that is a text; a method stands behind a # after its class. */
    record Lookup(String module, String by, List<String> names) {

        @Override
        public String toString() {
            return by;
        }
    }

    private static final String SERVICE = "META-INF/services/dev.interlock.spi.LockBackendProvider";

    /** All of them, which an architecture rule sees to; what they look up must be in the metadata of their modules. */
    private static final List<Lookup> LOOKUPS = List.of(
            new Lookup("lock-api", "dev.interlock.internal.client.BackendProviders", List.of(SERVICE)),
            // The metadata of lock-api serves these as well.
            new Lookup("lock-api", "dev.interlock.spring.boot.client.StoreOfUri", List.of(SERVICE)),
            new Lookup("lock-api", "dev.interlock.quarkus.client.StoreOfUri", List.of(SERVICE)),
            new Lookup(
                    "lock-api", "dev.interlock.internal.machine.VirtualThreads", List.of("java.lang.Thread#isVirtual")),
            new Lookup(
                    "lock-redis",
                    "dev.interlock.redis.command.RedisScript",
                    List.of("dev/interlock/redis/acquire.lua")),
            new Lookup(
                    "lock-redis",
                    "dev.interlock.redis.guard.GuardScript",
                    List.of("dev/interlock/redis/guard/claim.lua")),
            new Lookup(
                    "lock-redis",
                    "dev.interlock.redis.connection.JedisVersion",
                    List.of(
                            "META-INF/maven/redis.clients/jedis/pom.properties",
                            "redis/clients/jedis/Jedis.class",
                            "redis/clients/jedis/UnifiedJedis.class")),
            new Lookup(
                    "lock-jdbc",
                    "dev.interlock.jdbc.database.JdbcStatement",
                    List.of("dev/interlock/jdbc/mysql/lease-acquire.sql")),
            new Lookup(
                    "lock-jdbc",
                    "dev.interlock.jdbc.guard.GuardDialect",
                    List.of("dev/interlock/jdbc/guard/mysql-lock.sql")),
            new Lookup(
                    "lock-jdbc",
                    "dev.interlock.jdbc.start.PostgresPooler",
                    List.of(
                            "org.postgresql.PGConnection#getBackendPID",
                            "org.postgresql.PGConnection#getPrepareThreshold")));

    static List<Lookup> lookups() {
        return LOOKUPS;
    }

    /** The names of the classes. */
    static List<String> thatLookUp() {
        return LOOKUPS.stream().map(Lookup::by).toList();
    }

    @ParameterizedTest
    @MethodSource("lookups")
    void each_name_is_in_the_metadata_of_its_module(Lookup lookup) throws Exception {
        // Not initialised, because libraries of frameworks are absent here.
        assertThat(Class.forName(lookup.by(), false, NativeImageTest.class.getClassLoader()))
                .isNotNull();
        List<String> resources = metadata(lookup.module(), "resource-config.json", "/resources/includes")
                .map(include -> include.path("pattern").asText())
                .toList();
        List<String> methods = metadata(lookup.module(), "reflect-config.json", "")
                .flatMap(type -> elements(type.path("methods"))
                        .map(method -> type.path("name").asText() + "#"
                                + method.path("name").asText()))
                .toList();
        assertThat(lookup.names())
                .isNotEmpty()
                .allMatch(name -> methods.contains(name) || resources.stream().anyMatch(name::matches));
    }

    /** None if the module has no such file. */
    private static Stream<JsonNode> metadata(String module, String file, String path) throws IOException {
        URL found = NativeImageTest.class.getResource("/META-INF/native-image/dev.interlock/" + module + "/" + file);
        if (found == null) {
            return Stream.empty();
        }
        try (InputStream content = found.openStream()) {
            return elements(new ObjectMapper().readTree(content).at(path));
        }
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
