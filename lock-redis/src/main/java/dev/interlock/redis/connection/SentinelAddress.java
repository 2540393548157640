// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.LockUnavailableException;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.options.RedisSentinels;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.SentineledConnectionProvider;

/**
 * The address that the Sentinels name: asks them at the start, and lets the driver listen to each of them from then on.
 * A switch of the primary is known here as soon as one Sentinel reports it. The driver's own pool stays empty, since
 * its connections have no limit for a step.
 */
final class SentinelAddress implements PrimaryAddress {

    private final RedisSentinels sentinels;
    private final Server server;
    private final JedisClientConfig config;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable SentineledConnectionProvider asked;

    SentinelAddress(RedisSentinels sentinels, Server server, JedisClientConfig config) {
        this.sentinels = sentinels;
        this.server = server;
        this.config = config;
    }

    @Override
    public void open() {
        lock.lock();
        try {
            if (asked == null) {
                asked = ask();
            }
        } finally {
            lock.unlock();
        }
    }

    private SentineledConnectionProvider ask() {
        Set<HostAndPort> addresses = sentinels.addresses().stream()
                .map(address -> new HostAndPort(address.host(), address.port()))
                .collect(Collectors.toSet());
        try {
            return new SentineledConnectionProvider(
                    sentinels.primary(), config, unused(), addresses, sentinelConfig(addresses.size()));
        } catch (JedisConnectionException e) {
            throw unavailable(
                    "none of them answers us: check that they run, that the uri names them, sentinelPassword, and that"
                            + (server.tls()
                                    ? " their ports speak TLS: else write redis instead of rediss"
                                    : " their ports are not for TLS: else write rediss instead of redis"),
                    e);
        } catch (JedisException e) {
            throw unavailable(
                    "those that answer watch no primary of this name: see 'sentinel monitor' in their configuration",
                    e);
        }
    }

    /** Without what a Sentinel said, which may be about a login. */
    private LockUnavailableException unavailable(String why, JedisException thrown) {
        return new LockUnavailableException(
                "locks cannot be kept: the primary " + sentinels + " is not known, since " + why,
                new JedisException(thrown.getClass().getSimpleName()));
    }

    private static GenericObjectPoolConfig<Connection> unused() {
        GenericObjectPoolConfig<Connection> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(0);
        config.setJmxEnabled(false);
        return config;
    }

    /** They are asked one after the other, all of them within the time of a connection. */
    private JedisClientConfig sentinelConfig(int count) {
        Duration each = server.connectTimeout().dividedBy(count);
        int millis = Math.max(1, Math.toIntExact(each.toMillis()));
        // Stated, so that the driver does not warn of the one that it takes for these connections by itself.
        DefaultJedisClientConfig.Builder builder = DefaultJedisClientConfig.builder()
                .protocol(RedisProtocol.RESP2)
                .connectionTimeoutMillis(millis)
                .socketTimeoutMillis(millis)
                .user(sentinels.user())
                .password(sentinels.password())
                .clientName(server.clientName());
        return (server.tls() ? builder.sslOptions(SslOptions.builder().build()) : builder).build();
    }

    @Override
    public HostAndPort now() {
        return Objects.requireNonNull(asked, "sentinels that were not asked").getCurrentMaster();
    }

    @Override
    public void close() {
        SentineledConnectionProvider provider = asked;
        if (provider != null) {
            provider.close();
        }
    }
}
