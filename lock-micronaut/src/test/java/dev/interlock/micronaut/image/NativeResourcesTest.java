// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.LockClient;
import dev.interlock.etcd.EtcdLockBackend;
import dev.interlock.jdbc.JdbcLockBackend;
import dev.interlock.migrate.MigrateBackendProvider;
import dev.interlock.redis.RedisLockBackend;
import dev.interlock.zookeeper.ZookeeperLockBackend;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A native image holds the scripts, statements and services that a module reads: what it lists for that is all that it
 * has.
 */
final class NativeResourcesTest {

    private static final String LISTED = "META-INF/native-image/dev.interlock/%s/resource-config.json";

    static Stream<Arguments> modules() {
        return Stream.of(
                Arguments.of("lock-api", LockClient.class, 1),
                Arguments.of("lock-redis", RedisLockBackend.class, 6),
                Arguments.of("lock-zookeeper", ZookeeperLockBackend.class, 1),
                Arguments.of("lock-etcd", EtcdLockBackend.class, 1),
                Arguments.of("lock-migrate", MigrateBackendProvider.class, 1),
                Arguments.of("lock-jdbc", JdbcLockBackend.class, 30));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void each_resource_of_a_module_is_listed(String module, Class<?> known, int atLeast) throws Exception {
        URI place = known.getProtectionDomain().getCodeSource().getLocation().toURI();
        if (place.getPath().endsWith(".jar")) {
            try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place), Map.of())) {
                check(jar.getPath("/"), module, atLeast);
            }
        } else {
            check(Path.of(place), module, atLeast);
        }
    }

    private static void check(Path root, String module, int atLeast) throws Exception {
        JsonNode listed = new ObjectMapper()
                .readTree(Files.readString(root.resolve(LISTED.formatted(module))))
                .at("/resources/includes");
        List<String> patterns = StreamSupport.stream(listed.spliterator(), false)
                .map(include -> include.path("pattern").asText())
                .toList();
        try (Stream<Path> files = Files.walk(root)) {
            List<String> resources = files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .filter(NativeResourcesTest::isRead)
                    .toList();
            assertThat(resources)
                    .hasSizeGreaterThanOrEqualTo(atLeast)
                    .allMatch(resource -> patterns.stream().anyMatch(resource::matches));
        }
    }

    private static boolean isRead(String resource) {
        return !resource.endsWith(".class")
                && !resource.endsWith("MANIFEST.MF")
                && !resource.equals("META-INF/LICENSE")
                && !resource.equals("META-INF/NOTICE")
                && !resource.startsWith("META-INF/native-image/")
                && !resource.startsWith("META-INF/maven/");
    }
}
