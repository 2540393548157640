// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.redis;

import static java.util.Objects.requireNonNullElse;

import dev.interlock.Capability;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.micronaut.client.BackendFactory;
import dev.interlock.micronaut.client.ClientBeanFinder;
import dev.interlock.micronaut.client.LockStore;
import dev.interlock.micronaut.client.StoreProperties;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.Settings;
import dev.interlock.redis.RedisClusterBackendProvider;
import dev.interlock.redis.RedisLockBackend;
import dev.interlock.redis.RedisLockBackendProvider;
import dev.interlock.redis.RedisSentinelBackendProvider;
import dev.interlock.redis.RedlockBackendProvider;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.spi.LockBackendProvider;
import io.micronaut.context.BeanContext;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.value.PropertyResolver;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;

/**
 * Keeps locks in Redis: with the application's {@link UnifiedJedis} bean if there is one, otherwise with its own
 * connections to {@code locks.uri}, {@code locks.redis.uri} or {@code redis.uri}.
 */
@Singleton
@Requires(classes = RedisLockBackend.class)
final class RedisLockStore implements LockStore {

    /** The options in {@code locks.redis.*}, besides {@code uri}. */
    static final List<String> OPTIONS = List.of(
            "prefix",
            "tokenTtl",
            "pollFallback",
            "minReplicas",
            "replicaTimeout",
            "poolSize",
            "poolMinIdle",
            "poolWait",
            "testOnBorrow",
            "testWhileIdle",
            "database",
            "user",
            "password",
            "sentinelUser",
            "sentinelPassword",
            "nodeTimeout",
            "restartGuard",
            "clientName",
            "connectTimeout",
            "timeout");

    private static final String BLOCK = LockConfiguration.PREFIX + ".redis";
    private static final List<String> URIS = List.of(BLOCK + ".uri", "redis.uri");

    private static final List<LockBackendProvider> PROVIDERS = List.of(
            new RedisLockBackendProvider(),
            new RedisSentinelBackendProvider(),
            new RedisClusterBackendProvider(),
            new RedlockBackendProvider());

    private final BeanContext context;
    private final PropertyResolver properties;
    private final StoreProperties block;

    RedisLockStore(BeanContext context, PropertyResolver properties) {
        this.context = context;
        this.properties = properties;
        this.block = new StoreProperties(properties, BLOCK, "", OPTIONS);
    }

    @Override
    public String backend() {
        return "redis";
    }

    @Override
    public boolean serves(String uri) {
        return provider(uri).isPresent();
    }

    private static Optional<LockBackendProvider> provider(String uri) {
        return PROVIDERS.stream()
                .filter(provider -> provider.schemes().stream().anyMatch(uri::startsWith))
                .findFirst();
    }

    @Override
    public Optional<Set<String>> settings() {
        return Optional.of(StoreProperties.names(OPTIONS, "uri"));
    }

    @Override
    public Set<Capability> capabilities() {
        return KnownBackend.REDIS.capabilities();
    }

    @Override
    public BackendFactory prepare(@Nullable String uri) {
        Optional<Supplier<UnifiedJedis>> shared = ClientBeanFinder.find(context, UnifiedJedis.class);
        if (shared.isPresent()) {
            RedisLockOptions options = options();
            return () -> RedisLockBackend.using(shared.get().get(), options);
        }
        if (uri != null) {
            return block.backendFactory(provider(uri).orElseThrow(), LockConfiguration.URI, uri);
        }
        return URIS.stream()
                .filter(properties::containsProperty)
                .findFirst()
                .map(this::factoryFor)
                .orElseThrow(() -> new ConfigurationException(LockConfiguration.BACKEND
                        + " is 'redis' but nothing says where it is: set " + LockConfiguration.URI + ", "
                        + String.join(" or ", URIS) + ", such as redis://localhost:6379, or define a bean of type "
                        + UnifiedJedis.class.getName()));
    }

    private BackendFactory factoryFor(String property) {
        String uri = properties.getRequiredProperty(property, String.class);
        LockBackendProvider provider = provider(uri)
                .orElseThrow(() -> new ConfigurationException(property
                        + " must start with redis://, redis-sentinel:// or redis-cluster://, the same with rediss, or"
                        + " redlock:, to keep locks, but has another scheme: set " + BLOCK
                        + ".uri, or define a bean of type "
                        + UnifiedJedis.class.getName()));
        return block.backendFactory(provider, property, uri);
    }

    /** All options except those of the connections, which belong to the application. */
    RedisLockOptions options() {
        RedisLockOptions standard = RedisLockOptions.STANDARD;
        Settings settings = block.settings();
        try {
            return new RedisLockOptions(
                    standard.server(),
                    standard.pool(),
                    block.value("prefix").orElse(standard.prefix()),
                    requireNonNullElse(
                            settings.duration("token-ttl", Duration.ofMinutes(1), Duration.ofDays(3650)),
                            standard.tokenTtl()),
                    requireNonNullElse(
                            settings.duration("poll-fallback", Duration.ofMillis(10), Duration.ofMinutes(1)),
                            standard.pollFallback()),
                    standard.acknowledged());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(BLOCK + ".*: " + e.getMessage(), e);
        }
    }
}
