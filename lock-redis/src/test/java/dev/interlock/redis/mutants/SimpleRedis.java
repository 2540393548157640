// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.Waiting;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.tck.RedisSteps;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.toolbox.StoreOptions;
import dev.interlock.spi.toolbox.StoreUri;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.testbed.wire.Message;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The smallest sound Redis lock, made to be broken: every step is a method of its own. Waiters poll. */
class SimpleRedis implements LockBackend {

    /** Between two looks at a lock whose lease it does not read. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Scripts start with their step, so that gates can distinguish them. */
    static final RedisSteps STEPS = step -> step == RequestKind.ANY
            ? Message.any()
            : message -> message.name().equalsIgnoreCase("EVAL")
                    && message.arguments().get(0).startsWith("-- " + step);

    static final String ACQUIRE = """
            -- ACQUIRE
            local owner = redis.call('HGET', KEYS[1], 'owner')
            if owner == ARGV[1] then
              if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
              return redis.call('HGET', KEYS[1], 'token')
            end
            if owner then return false end
            local now = redis.call('TIME')
            local token = math.max(tonumber(redis.call('GET', KEYS[2]) or 0) + 1, now[1] * 1000000 + now[2])
            redis.call('SET', KEYS[2], string.format('%.0f', token + ARGV[3] - 1))
            redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'token', string.format('%.0f', token), 'hint', ARGV[4])
            redis.call('PEXPIRE', KEYS[1], ARGV[2])
            return string.format('%.0f', token)
            """;

    private static final String RENEW = """
            -- RENEW
            if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
            return redis.call('PEXPIRE', KEYS[1], ARGV[2])
            """;

    private static final String RELEASE = """
            -- RELEASE
            if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
            return redis.call('DEL', KEYS[1])
            """;

    private static final String INSPECT = """
            local found = redis.call('HMGET', KEYS[1], 'token', 'hint')
            return {found[1], found[2], redis.call('PTTL', KEYS[1])}
            """;

    final RedisClient redis;
    private final String store;
    private @Nullable BackendContext context;

    SimpleRedis(String uri) {
        URI parsed = URI.create(uri);
        String[] userInfo = parsed.getUserInfo() == null
                ? new String[0]
                : parsed.getUserInfo().split(":", 2);
        String user = userInfo.length == 0 ? null : userInfo[0];
        store = "redis at " + parsed.getHost() + ":" + parsed.getPort();
        int timeoutMillis = timeoutMillis(uri);
        redis = RedisClient.builder()
                .hostAndPort(new HostAndPort(parsed.getHost(), parsed.getPort()))
                .clientConfig(DefaultJedisClientConfig.builder()
                        .user(user)
                        .password(user == null ? null : userInfo[1])
                        .socketTimeoutMillis(timeoutMillis)
                        .connectionTimeoutMillis(timeoutMillis)
                        .build())
                .build();
    }

    /** The option timeout: short where the fixture breaks the network, otherwise what users have. */
    private static int timeoutMillis(String uri) {
        Duration standard = Server.STANDARD.timeout();
        Duration timeout = new StoreOptions(StoreUri.parse(uri).options(), Map.of())
                .duration("timeout", standard, Duration.ZERO, Duration.ofMinutes(1));
        return Math.toIntExact(timeout.toMillis());
    }

    /** The token of the grant, or null if another holder has the lock. */
    @Nullable
    Long acquire(Attempt attempt) {
        Object token = redis.eval(
                ACQUIRE,
                List.of(key(attempt.name()), tokenKey(attempt.name())),
                List.of(owner(attempt), millis(attempt.lease()), "" + attempt.tokens(), hint(attempt)));
        return token == null ? null : Long.valueOf(token.toString());
    }

    boolean renew(Attempt attempt, Duration lease) {
        return evaluate(RENEW, attempt, owner(attempt), millis(lease));
    }

    boolean delete(Attempt attempt) {
        return evaluate(RELEASE, attempt, owner(attempt));
    }

    String owner(Attempt attempt) {
        return attempt.id().text();
    }

    String key(LockName name) {
        return "interlock:{"
                + name.value().replace("%", "%25").replace("{", "%7B").replace("}", "%7D") + "}";
    }

    final String tokenKey(LockName name) {
        return key(name) + ":token";
    }

    final boolean evaluate(String script, Attempt attempt, String... arguments) {
        return Long.valueOf(1).equals(redis.eval(script, List.of(key(attempt.name())), List.of(arguments)));
    }

    static String millis(Duration lease) {
        return Long.toString(lease.toMillis());
    }

    static String hint(Attempt attempt) {
        String hint = attempt.holderHint();
        return hint == null ? "" : hint;
    }

    /** The reading that the grant's validity counts from; taken before the request is sent. */
    final long now() {
        BackendContext started = context;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started.clock().nanoTime();
    }

    AcquireOutcome failed(JedisException e) {
        return e instanceof JedisDataException
                ? new AcquireOutcome.Refused(
                        new LockUnavailableException(store + " refused: " + e.getMessage(), e), true)
                : new AcquireOutcome.Unknown(e);
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        long sentNanos = now();
        try {
            Long token = acquire(attempt);
            return token == null
                    ? new AcquireOutcome.Contended(PAUSE)
                    : new AcquireOutcome.Granted(Grant.of(attempt, token, sentNanos, attempt.lease()));
        } catch (JedisException e) {
            return failed(e);
        }
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        long sentNanos = now();
        try {
            return renew(grant.attempt(), lease)
                    ? new RenewOutcome.Renewed(sentNanos, lease)
                    : new RenewOutcome.NotOwner(store + " knows another owner or none");
        } catch (JedisException e) {
            return new RenewOutcome.Unknown(e);
        }
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        try {
            return delete(attempt) ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
        } catch (JedisException e) {
            return new ReleaseOutcome.Unknown(e);
        }
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        try {
            List<?> found = (List<?>) redis.eval(INSPECT, List.of(key(name)), List.of());
            String token = (String) found.get(0);
            return token == null
                    ? Optional.empty()
                    : Optional.of(new Holder(
                            Long.parseLong(token),
                            Optional.of(Duration.ofMillis((Long) found.get(2))),
                            Optional.ofNullable((String) found.get(1)).filter(hint -> !hint.isEmpty())));
        } catch (JedisException e) {
            throw new LockUnavailableException("'" + name + "' not inspected: no answer from " + store, e);
        }
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.of("redis", Waiting.POLL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE)
                .withDeclared(Set.of(Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.KEEPS_LOCK_DELAY))
                .withMaxTokens(64);
    }

    @Override
    public String store() {
        return store;
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        try {
            redis.ping();
        } catch (JedisException e) {
            throw new LockUnavailableException("no answer from " + store, e);
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
