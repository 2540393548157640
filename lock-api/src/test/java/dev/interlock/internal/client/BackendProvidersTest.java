// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spi.toolbox.BackendProviders;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which backend serves which connection string. */
class BackendProvidersTest {

    @Test
    void the_longest_scheme_wins(@TempDir Path folder) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(LockBackendProvider.class.getName()),
                ShortScheme.class.getName() + "\n" + LongScheme.class.getName() + "\n");
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThat(BackendProviders.open(LockSettings.of("zz:long:x")).store())
                    .isEqualTo("long");
            assertThat(BackendProviders.open(LockSettings.of("zz:other")).store())
                    .isEqualTo("short");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void a_thread_whose_context_class_loader_does_not_see_the_library_finds_its_backends() throws InterruptedException {
        List<Object> outcomes = new CopyOnWriteArrayList<>();
        Thread thread = new Thread(() -> {
            try (LockClient client = LockClient.connect("memory:BackendProvidersTest")) {
                outcomes.add(client.lock("a").tryAcquire().isPresent());
            } catch (RuntimeException e) {
                outcomes.add(e);
            }
        });
        // As in ForkJoinPool.commonPool() of a container.
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        thread.start();
        thread.join();
        assertThat(outcomes).containsExactly(true);
    }

    @Test
    void a_backend_of_the_context_that_cannot_be_loaded_hides_none_of_the_library(@TempDir Path folder)
            throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(LockBackendProvider.class.getName()), "no.such.Provider\n");
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            LockClient.connect("memory:BackendProvidersTest").close();
            assertThatThrownBy(() -> BackendProviders.open(LockSettings.of("zz:x")))
                    .isInstanceOf(ServiceConfigurationError.class)
                    .hasMessageContaining("no.such.Provider");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void two_clients_in_memory_exclude_each_other_without_a_name_as_well() {
        try (LockClient one = LockClient.connect("memory:");
                LockClient two = LockClient.connect("memory:")) {
            assertThat(one.lock("BackendProvidersTest").tryAcquire()).isPresent();
            assertThat(two.lock("BackendProvidersTest").tryAcquire()).isEmpty();
        }
    }

    @Test
    void a_store_in_memory_is_shared_by_all_clients_of_its_uri_and_outlives_them() throws InterruptedException {
        LockClient first = LockClient.connect("memory:shared");
        LockClient second = LockClient.connect("memory:shared");
        LockClient own = LockClient.connect("memory:own");
        long token = first.lock("a").acquire(AcquireOptions.inherited()).fencingToken();
        assertThat(second.lock("a").tryAcquire()).isEmpty();
        assertThat(own.lock("a").tryAcquire()).isPresent();
        first.close();
        assertThat(second.lock("a").tryAcquire().orElseThrow().fencingToken()).isGreaterThan(token);
        first.close();
        second.close();
        own.close();
        try (LockClient fresh = LockClient.connect("memory:shared")) {
            assertThat(fresh.lock("a").tryAcquire().orElseThrow().fencingToken())
                    .isGreaterThan(token);
        }
    }

    @Test
    void parts_that_a_memory_uri_cannot_have_are_refused() {
        assertThatThrownBy(() -> LockClient.connect("memory://host"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("memory:NAME");
        assertThatThrownBy(() -> LockClient.connect("memory:?prefix=x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown option 'prefix'");
    }

    @Test
    void a_backend_that_does_not_start_is_closed() {
        ScriptedBackend backend = new ScriptedBackend() {
            @Override
            public void start(dev.interlock.spi.BackendContext context) {
                throw new dev.interlock.LockUnavailableException("no table", null);
            }
        };
        assertThatThrownBy(() -> LockClient.using(backend, dev.interlock.ClientOptions.STANDARD))
                .isInstanceOf(dev.interlock.LockUnavailableException.class)
                .hasMessage("no table");
        assertThat(backend.closed).isTrue();
    }

    /** Serves all that begins with zz. */
    public static final class ShortScheme implements LockBackendProvider {
        @Override
        public Set<String> schemes() {
            return Set.of("zz:");
        }

        @Override
        public LockBackend open(LockSettings settings) {
            return named("short");
        }
    }

    /** Serves a part of that. */
    public static final class LongScheme implements LockBackendProvider {
        @Override
        public Set<String> schemes() {
            return Set.of("zz:long:");
        }

        @Override
        public LockBackend open(LockSettings settings) {
            return named("long");
        }
    }

    private static LockBackend named(String name) {
        return new ScriptedBackend() {
            @Override
            public String store() {
                return name;
            }
        };
    }
}
