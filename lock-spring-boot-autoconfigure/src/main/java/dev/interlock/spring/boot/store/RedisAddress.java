// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisClusterBackendProvider;
import dev.interlock.redis.RedisLockBackendProvider;
import dev.interlock.redis.RedisSentinelBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the application's Redis is. Immutable.
 *
 * @param provider serves this kind of address
 * @param settings the uri, and what must not be in it
 */
record RedisAddress(LockBackendProvider provider, LockSettings settings) {

    /** The name of the store in {@code interlock.backend}. */
    static final String BACKEND = "redis";

    static RedisAddress server(boolean tls, String host, int port, int database) {
        String uri = (tls ? "rediss" : "redis") + "://" + node(host, port) + "/" + database;
        return new RedisAddress(new RedisLockBackendProvider(), LockSettings.of(uri));
    }

    static RedisAddress sentinels(boolean tls, List<String> nodes, String primary, int database) {
        String uri = (tls ? "rediss" : "redis") + "-sentinel://" + String.join(",", nodes) + "/" + primary;
        return new RedisAddress(new RedisSentinelBackendProvider(), LockSettings.of(uri))
                .with("database", Integer.toString(database));
    }

    static RedisAddress cluster(boolean tls, List<String> nodes) {
        String uri = (tls ? "rediss" : "redis") + "-cluster://" + String.join(",", nodes);
        return new RedisAddress(new RedisClusterBackendProvider(), LockSettings.of(uri));
    }

    /** An IPv6 address gets the brackets that a uri needs. */
    static String node(String host, int port) {
        return (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Adds a login, if there is one: a user without a password is none. */
    RedisAddress withLogin(String userOption, @Nullable String user, String passwordOption, @Nullable String password) {
        if (password == null || password.isEmpty()) {
            return this;
        }
        RedisAddress secured = with(passwordOption, password);
        return user == null || user.isEmpty() ? secured : secured.with(userOption, user);
    }

    private RedisAddress with(String option, String value) {
        return new RedisAddress(provider, settings.withOption(option, value));
    }

    /**
     * Checks these settings and further options. No I/O.
     *
     * @throws IllegalArgumentException if one is not valid
     */
    Supplier<LockBackend> prepare(Map<String, String> options) {
        LockSettings all = settings;
        for (Map.Entry<String, String> each : options.entrySet()) {
            all = all.withOption(each.getKey(), each.getValue());
        }
        LockSettings complete = all;
        provider.open(complete).close();
        return () -> provider.open(complete);
    }
}
