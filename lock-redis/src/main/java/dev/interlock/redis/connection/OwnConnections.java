// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.LockClock;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.options.RedisSentinels;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisRequestTracker;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.SslOptions;

/**
 * Connections of our own to one server: the one that is named, or the one that Sentinels name.
 */
public final class OwnConnections implements RedisConnections {

    private static final long NEVER = Long.MIN_VALUE;
    private static final long MIN_BETWEEN_CUTS_NANOS = Duration.ofSeconds(1).toNanos();

    private final RedisLockOptions options;
    private final PrimaryAddress primary;
    private final JedisClientConfig config;
    private final StepPool pool;
    private final ReplicaWait replicas;
    private final SubscribedSocket subscribed;
    private final AtomicLong cutNanos = new AtomicLong(NEVER);
    private volatile @Nullable LockClock clock;
    private volatile @Nullable TrackedKeys tracked;

    private OwnConnections(RedisLockOptions options, JedisClientConfig config, PrimaryAddress primary) {
        this.options = options;
        this.config = config;
        this.primary = primary;
        replicas = new ReplicaWait(options.acknowledged());
        pool = new StepPool(options.pool(), new StepConnectionFactory(primary, config));
        subscribed = new SubscribedSocket(config);
    }

    /** To the server that the options name. */
    public static OwnConnections to(RedisLockOptions options, int silenceMillis) {
        Server server = options.server();
        HostAndPort address = new HostAndPort(server.host(), server.port());
        return new OwnConnections(options, config(server, silenceMillis), new PrimaryAddress.Fixed(address));
    }

    /** To the primary that the Sentinels name. */
    public static OwnConnections following(RedisSentinels sentinels, RedisLockOptions options, int silenceMillis) {
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
                .clientName(server.clientName())
                // Not in all versions of the server, so that not all know it as a right that can be granted.
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        // Trusts what the JVM trusts, and verifies the host's name.
        return (server.tls() ? config.sslOptions(SslOptions.builder().build()) : config).build();
    }

    /** Opening a connection takes no longer than the step that needs it. */
    private static int millis(Duration wanted, Duration limit) {
        return Math.toIntExact(Math.min(wanted.toMillis(), limit.toMillis()));
    }

    @Override
    public @Nullable Object eval(Command command, byte[] script, RedisCall call, RedisRequestTracker tracker) {
        CommandArguments arguments = call.toOneNode(command, script, tracker);
        StepLimit limit = begin();
        return pool.execute(
                connection -> replicas.confirm(connection, call, connection.executeCommand(arguments), limit), limit);
    }

    @Override
    public void ping() {
        execute(new CommandArguments(Command.PING));
    }

    @Override
    public List<ServerInfo> info() {
        return List.of(ServerInfo.asked("", section -> execute(ServerInfo.command(section))));
    }

    @Override
    public void scan(String pattern, RedisRequestTracker tracker, Predicate<String> each) {
        KeyScan.run(pattern, tracker, this::execute, each);
    }

    @Override
    public boolean followsSlots() {
        return false;
    }

    @Override
    public String furtherRights() {
        return "";
    }

    @Override
    public boolean needsNoLogin() {
        return config.getPassword() == null;
    }

    private @Nullable Object execute(CommandArguments arguments) {
        return pool.execute(connection -> connection.executeCommand(arguments), begin());
    }

    private StepLimit begin() {
        follow();
        LockClock ours = Objects.requireNonNull(clock, "connections that were not opened");
        return new StepLimit(ours, options.server().timeout());
    }

    /** A subscription to the old primary would receive no release any more, and might never break. */
    @Override
    public void follow() {
        HostAndPort now = primary.now();
        subscribed.cutUnless(now::equals);
        TrackedKeys keys = tracked;
        if (keys != null && !keys.isAt(now)) {
            keys.cut();
        }
    }

    @Override
    public TrackedKeys trackKeys() {
        TrackedKeys keys = TrackedKeys.open(primary.now(), config);
        tracked = keys;
        return keys;
    }

    @Override
    public void subscribe(JedisPubSub listener, String... channels) {
        subscribed.listen(primary.now(), listener, channels);
    }

    @Override
    public void cut() {
        subscribed.cut();
    }

    /** Breaks the subscription at most once a second, since many steps may be refused at the same time. */
    @Override
    public void refresh() {
        pool.clear();
        long now = Objects.requireNonNull(clock, "connections that were not opened")
                .nanoTime();
        long last = cutNanos.get();
        if ((last == NEVER || now - last >= MIN_BETWEEN_CUTS_NANOS) && cutNanos.compareAndSet(last, now)) {
            subscribed.cut();
        }
    }

    @Override
    public void close() {
        pool.close();
        primary.close();
    }
}
