// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockClock;
import dev.interlock.redis.RedisLockOptions.Server;
import dev.interlock.redis.RedisScript.Call;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.SslOptions;

/**
 * Connections of our own. The subscription's is not from the pool: a pool takes it back even if it
 * is still subscribed.
 */
final class OwnConnections implements RedisConnections {

    private final RedisLockOptions options;
    private final PrimaryAddress primary;
    private final JedisClientConfig config;
    private final StepPool pool;
    private final ReplicaWait replicas;
    private final AtomicReference<@Nullable Subscribed> subscribed = new AtomicReference<>();
    private volatile @Nullable LockClock clock;

    /** The subscription's socket, and where it leads. */
    private record Subscribed(Socket socket, HostAndPort address) {}

    private OwnConnections(RedisLockOptions options, JedisClientConfig config, PrimaryAddress primary) {
        this.options = options;
        this.config = config;
        this.primary = primary;
        replicas = new ReplicaWait(options.acknowledged());
        pool = new StepPool(options.pool(), new StepConnectionFactory(primary, config));
    }

    /** To the server that the options name. */
    static OwnConnections to(RedisLockOptions options, int silenceMillis) {
        Server server = options.server();
        HostAndPort address = new HostAndPort(server.host(), server.port());
        return new OwnConnections(options, config(server, silenceMillis), new PrimaryAddress.Fixed(address));
    }

    /** To whom the Sentinels name. */
    static OwnConnections following(RedisSentinels sentinels, RedisLockOptions options, int silenceMillis) {
        JedisClientConfig config = config(options.server(), silenceMillis);
        return new OwnConnections(options, config, new SentinelAddress(sentinels, options.server(), config));
    }

    @Override
    public void open(LockClock ours) {
        clock = ours;
        primary.open();
    }

    static JedisClientConfig config(Server server, int silenceMillis) {
        // RESP2 is enough for scripts and channels, and stated, so that no version asks the server which to speak.
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .protocol(RedisProtocol.RESP2)
                .connectionTimeoutMillis(millis(server.connectTimeout(), server.timeout()))
                .socketTimeoutMillis(Math.toIntExact(server.timeout().toMillis()))
                .blockingSocketTimeoutMillis(silenceMillis)
                .user(server.user())
                .password(server.password())
                .database(server.database())
                .clientName(server.clientName());
        // Trusts what the JVM trusts, and verifies the host's name.
        return (server.tls() ? config.sslOptions(SslOptions.builder().build()) : config).build();
    }

    /** What a step does on the way to its answer takes no longer than the step may. */
    private static int millis(Duration wanted, Duration limit) {
        return Math.toIntExact(Math.min(wanted.toMillis(), limit.toMillis()));
    }

    @Override
    public @Nullable Object eval(Command command, byte[] script, Call call, RedisRequestTracker tracker) {
        CommandArguments arguments = call.arguments(command, script, tracker);
        StepLimit limit = begin();
        return pool.execute(
                connection -> replicas.confirm(connection, call, connection.executeCommand(arguments), limit), limit);
    }

    @Override
    public void ping() {
        execute(new CommandArguments(Command.PING));
    }

    @Override
    public String info(String section) {
        byte[] text = (byte[]) execute(new CommandArguments(Command.INFO).add(section));
        return text == null ? "" : new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public boolean needsNoLogin() {
        return config.getPassword() == null;
    }

    private @Nullable Object execute(CommandArguments arguments) {
        return pool.execute(connection -> connection.executeCommand(arguments), begin());
    }

    private StepLimit begin() {
        followThePrimary();
        LockClock ours = Objects.requireNonNull(clock, "connections that were not opened");
        return new StepLimit(ours, options.server().timeout());
    }

    /** A subscription to the old primary would hear of no release any more, and perhaps never break. */
    private void followThePrimary() {
        Subscribed now = subscribed.get();
        if (now != null && !now.address.equals(primary.now())) {
            cut();
        }
    }

    @Override
    public void subscribe(JedisPubSub listener, String... channels) {
        HostAndPort address = primary.now();
        try (Connection connection = new Connection(keepingTheSocket(address), config)) {
            listener.proceed(connection, channels);
        } finally {
            subscribed.set(null);
        }
    }

    /** To close a connection that another thread reads from is not in all versions. */
    private JedisSocketFactory keepingTheSocket(HostAndPort address) {
        return new DefaultJedisSocketFactory(address, config) {
            @Override
            public Socket createSocket() {
                Socket socket = super.createSocket();
                subscribed.set(new Subscribed(socket, address));
                return socket;
            }
        };
    }

    @Override
    public void cut() {
        Subscribed now = subscribed.get();
        if (now != null) {
            try {
                now.socket.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }

    @Override
    public void refresh() {
        pool.clear();
    }

    @Override
    public void close() {
        pool.close();
        primary.close();
    }
}
