// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackendProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JedisVersionTest {

    private static final String MODULE = "dev.interlock.redis.";
    private static final String DRIVER = "redis.clients.jedis.";

    @Test
    void a_jedis_that_fits_is_not_in_the_way() {
        assertThat(JedisVersion.checked(() -> "done")).isEqualTo("done");
        assertThat(JedisVersion.installed()).isNotBlank();
    }

    @Test
    void an_older_jedis_is_refused_with_both_versions_and_the_remedy() throws Exception {
        LockBackendProvider provider = providerWithout(name -> name.startsWith(DRIVER + "RedisProtocol"), "4.4.8");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> provider.open(LockSettings.of("redis://127.0.0.1:6379")))
                .withMessage(
                        "locks cannot be kept in Redis: lock-redis needs Jedis 6.0 or newer, but the class path has"
                                + " version 4.4.8 (missing: redis/clients/jedis/RedisProtocol): set the version of"
                                + " redis.clients:jedis to 6.0 or newer");
    }

    @Test
    void a_missing_jedis_is_reported_as_missing() throws Exception {
        LockBackendProvider provider = providerWithout(name -> name.startsWith(DRIVER), null);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> provider.open(LockSettings.of("redis://127.0.0.1:6379")))
                .withMessageContaining("the class path has none")
                .withMessageContaining("set the version of redis.clients:jedis");
    }

    /** This module as it is loaded beside a driver that lacks some classes. */
    private static LockBackendProvider providerWithout(Predicate<String> missing, @Nullable String version)
            throws ReflectiveOperationException {
        return (LockBackendProvider) new UnfitClassPath(missing, version)
                .loadClass(MODULE + "RedisLockBackendProvider")
                .getConstructor()
                .newInstance();
    }

    private static final class UnfitClassPath extends ClassLoader {

        private final Predicate<String> missing;
        private final @Nullable String version;

        private UnfitClassPath(Predicate<String> missing, @Nullable String version) {
            super(JedisVersionTest.class.getClassLoader());
            this.missing = missing;
            this.version = version;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (missing.test(name)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith(MODULE) && !name.startsWith(DRIVER)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public @Nullable URL getResource(String name) {
            boolean hidden = name.endsWith(".class")
                    && missing.test(name.replace('/', '.').replace(".class", ""));
            return hidden ? null : super.getResource(name);
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            boolean asked = name.endsWith("redis.clients/jedis/pom.properties");
            return asked
                    ? new ByteArrayInputStream(("version=" + version).getBytes(StandardCharsets.ISO_8859_1))
                    : super.getResourceAsStream(name);
        }
    }
}
