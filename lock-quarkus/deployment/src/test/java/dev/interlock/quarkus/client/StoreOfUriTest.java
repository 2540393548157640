// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockSettings;
import dev.interlock.memory.MemoryStore;
import dev.interlock.quarkus.config.InterlockConfig;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store gets from the properties of a client. */
final class StoreOfUriTest {

    @TempDir
    Path classes;

    @Test
    void options_are_written_as_the_store_has_them() throws IOException {
        assertThat(options("fake://store"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("poolWait", "1s", "user", "keeper", "password", "secret"));
    }

    @Test
    void options_of_jdbc_are_told_from_those_of_the_driver_and_from_the_login() throws IOException {
        assertThat(options("jdbc:fake://store"))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("interlock.poolWait", "1s", "user", "keeper", "password", "secret"));
    }

    private Map<String, String> options(String uri) throws IOException {
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve(LockBackendProvider.class.getName()), FakeProvider.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            thread.setContextClassLoader(loader);
            InterlockConfig config = new SmallRyeConfigBuilder()
                    .withMapping(InterlockConfig.class)
                    .withConverter(Duration.class, 200, new DurationConverter())
                    .withSources(new PropertiesConfigSource(
                            Map.of(
                                    "interlock.options.pool-wait", "1s",
                                    "interlock.user", "keeper",
                                    "interlock.password", "secret"),
                            "test",
                            100))
                    .build()
                    .getConfigMapping(InterlockConfig.class);
            return StoreOfUri.of("interlock.", uri, config.main()).settings().options();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Takes every option. */
    public static final class FakeProvider implements LockBackendProvider {

        @Override
        public Set<String> schemes() {
            return Set.of("fake:", "jdbc:fake:");
        }

        @Override
        public LockBackend open(LockSettings settings) {
            return new MemoryStore().backend();
        }
    }
}
