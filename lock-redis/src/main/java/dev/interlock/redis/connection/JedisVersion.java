// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The version of Jedis on the class path. The application chooses it, often through a framework, so an unfit version is
 * reported with the remedy instead of the linkage error that it causes. Uses no class of Jedis.
 */
public final class JedisVersion {

    /** The oldest version that the tests run on. */
    static final String OLDEST = "6.0";

    private static final String PROPERTIES = "META-INF/maven/redis.clients/jedis/pom.properties";

    private JedisVersion() {}

    /**
     * Runs a step that needs the driver.
     *
     * @throws IllegalStateException if the driver lacks a class or method that is needed
     */
    public static <T> T checked(Supplier<T> step) {
        try {
            return step.get();
        } catch (LinkageError e) {
            throw new IllegalStateException(
                    "locks cannot be kept in Redis: lock-redis needs Jedis " + OLDEST + " or newer, but the class path "
                            + found() + " (missing: " + e.getMessage() + "): set the version of redis.clients:jedis to "
                            + OLDEST + " or newer",
                    e);
        }
    }

    private static String found() {
        ClassLoader loader = JedisVersion.class.getClassLoader();
        if (loader.getResource("redis/clients/jedis/UnifiedJedis.class") == null
                && loader.getResource("redis/clients/jedis/Jedis.class") == null) {
            return "has none";
        }
        String version = installed();
        return version == null ? "has one of an unknown version" : "has version " + version;
    }

    /** As its jar says, or null if that is not there, as in a repackaged one. */
    public static @Nullable String installed() {
        try (InputStream in = JedisVersion.class.getClassLoader().getResourceAsStream(PROPERTIES)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version");
        } catch (IOException e) {
            return null;
        }
    }
}
