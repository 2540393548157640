// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.start;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.command.RedisScript;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.connection.ServerInfo;
import dev.interlock.redis.error.NotAcknowledgedException;
import dev.interlock.redis.error.RedisErrorReply;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.redis.waiting.RedisSignals;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Tests at the start everything that later steps need, so that a wrong server, version, setting or right shows then and
 * not at the first release.
 */
public final class RedisProbe {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");
    private static final Logger LOG = LoggerFactory.getLogger(RedisProbe.class);

    private final RedisConnections connections;
    private final RedisLockOptions options;
    private final RedisErrors errors;
    private String product = "Redis, or what speaks like it";

    public RedisProbe(RedisConnections connections, RedisLockOptions options, RedisErrors errors) {
        this.connections = connections;
        this.options = options;
        this.errors = errors;
    }

    /** Returns whether releases are signalled. */
    public boolean run(RedisSignals signals) {
        step("locks cannot be kept", tracker -> {
            connections.ping();
            return null;
        });
        if (connections.needsNoLogin()) {
            errors.warn("everybody who reaches the server may take and break these locks; set a password or an ACL user"
                    + " in the server, and the options password and user here");
        }
        checkInfo();
        boolean published = checkScripts();
        if (!published) {
            errors.warn("a release wakes no waiter of other clients, since this user may not publish; grant: "
                    + errors.rights());
        }
        return checkSubscription(signals) && published;
    }

    /** By text and by digest, so that both rights are tried and the server knows the scripts from here on. */
    private boolean checkScripts() {
        AttemptId id = AttemptId.random();
        // The keys are unique, so several clients can start at once. They expire with the lease.
        RedisKeys keys = RedisKeys.reserved(options.prefix(), id.text());
        Attempt attempt = Attempt.of(new LockName("probe"), id, LEASE, 1, null);
        Attempt rival = Attempt.of(attempt.name(), AttemptId.random(), LEASE, 1, null);
        RedisCall acquire = RedisCall.acquire(keys, attempt, LEASE.multipliedBy(2));
        RedisCall contend = RedisCall.acquire(keys, rival, LEASE.multipliedBy(2));
        RedisCall renew = RedisCall.renew(keys, id, LEASE.plusSeconds(1), LEASE.multipliedBy(3));
        step("locks cannot be acquired", tracker -> RedisScript.ACQUIRE.load(connections, tracker, acquire));
        step("locks cannot be acquired", tracker -> RedisScript.ACQUIRE.run(connections, tracker, contend));
        step("locks cannot be renewed", tracker -> RedisScript.RENEW.load(connections, tracker, renew));
        step(
                "locks cannot be inspected",
                tracker -> RedisScript.INSPECT.load(connections, tracker, RedisCall.inspect(keys)));
        RedisCall release = RedisCall.release(keys, id);
        Object released =
                step("locks cannot be released", tracker -> RedisScript.RELEASE.load(connections, tracker, release));
        return Objects.equals(released, 1L);
    }

    private @Nullable Object step(String failed, Function<RedisRequestTracker, @Nullable Object> action) {
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            return action.apply(tracker);
        } catch (NotAcknowledgedException e) {
            throw errors.notAcknowledged(failed, e);
        } catch (JedisException e) {
            throw errors.unavailable(failed, e, tracker);
        }
    }

    private void checkInfo() {
        List<ServerInfo> servers;
        try {
            servers = connections.info();
        } catch (JedisDataException e) {
            errors.warn("version, eviction policy and persistence not checked, since INFO is refused: "
                    + errors.sanitized(e).getMessage());
            return;
        } catch (JedisException e) {
            throw errors.unavailable("locks cannot be kept", e, new RedisRequestTracker());
        }
        servers.forEach(this::check);
    }

    private void check(ServerInfo server) {
        checkMode(server);
        checkVersion(server);
        checkEviction(server);
        if (server.value("aof_enabled", "1").equals("0")) {
            errors.warn("a restart of the server forgets held locks, at least those since its last snapshot, and others"
                    + " are granted them (aof_enabled 0); set appendonly to yes");
        }
    }

    /** A node of a cluster serves some slots, so some locks would work, perhaps that of this probe. */
    private void checkMode(ServerInfo server) {
        if (server.value("redis_mode", "").equals("cluster") && !connections.followsSlots()) {
            throw new LockUnavailableException(
                    "locks cannot be kept: " + errors.store() + " is a node of a cluster: "
                            + RedisErrorReply.MOVED.wayOut(),
                    null);
        }
    }

    /** Name and version of the server, as its INFO gives them. */
    public String product() {
        return product;
    }

    private void checkVersion(ServerInfo server) {
        String version = server.value("redis_version", "");
        String valkey = server.value("valkey_version", "");
        product = valkey.isEmpty() ? "Redis " + version : "Valkey " + valkey;
        LOG.debug("{}{}: redis_version {}, valkey_version {}", errors.store(), server.at(), version, valkey);
        if (!isSupported(version)) {
            throw new LockUnavailableException(
                    "locks cannot be kept: " + errors.store() + server.at() + " has version " + version
                            + " but 6.2 is the oldest supported: upgrade it",
                    null);
        }
    }

    /** Accepts a version that cannot be read: the scripts are tested in any case. */
    static boolean isSupported(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.lookingAt()) {
            return true;
        }
        int major = Integer.parseInt(matcher.group(1));
        return major > 6 || (major == 6 && Integer.parseInt(matcher.group(2)) >= 2);
    }

    private void checkEviction(ServerInfo server) {
        RedisEviction eviction = RedisEviction.of(server.values());
        if (eviction == RedisEviction.NOTHING) {
            return;
        }
        String policy = server.value(RedisEviction.POLICY, "");
        if (eviction == RedisEviction.ANYTHING) {
            throw new LockUnavailableException(
                    "locks cannot be kept: " + errors.store() + server.at()
                            + " evicts any key when memory runs out (maxmemory-policy " + policy
                            + "): set it to noeviction, or keep locks on a server of their own",
                    null);
        }
        errors.warn("evicts keys that expire when memory runs out, held locks too (maxmemory-policy " + policy
                + "); set it to noeviction");
    }

    private boolean checkSubscription(RedisSignals signals) {
        Duration limit = options.server()
                .connectTimeout()
                .plus(options.server().timeout().multipliedBy(2));
        try {
            return signals.permitted().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockUnavailableException("locks cannot be kept: interrupted while starting", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new LockUnavailableException(
                    "locks cannot be waited for: " + errors.store() + " did not confirm a subscription within "
                            + limit.toMillis() + " ms: check its load, maxclients and the size of the pool",
                    e);
        }
    }
}
