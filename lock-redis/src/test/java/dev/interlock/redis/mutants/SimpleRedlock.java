// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The smallest sound Redlock, made to be broken: it asks one server after the other, and waiters poll. Its tokens are
 * counters that begin at the clock; the greatest of a majority is written to each of it.
 */
class SimpleRedlock implements LockBackend {

    private static final Pattern SERVER = Pattern.compile("redis://[^,?]+");

    final List<Node> nodes = new ArrayList<>();
    private @Nullable BackendContext context;

    /** A server, with a counter in place of a clock. */
    static final class Node extends SimpleRedis {

        Node(String uri) {
            super(uri);
        }

        @Override
        @Nullable
        Long acquire(Attempt attempt) {
            Object token = redis.eval(
                    ACQUIRE.replace(
                            "math.max(tonumber(redis.call('GET', KEYS[2]) or 0) + 1, now[1] * 1000000 + now[2])",
                            "redis.call('EXISTS', KEYS[2]) == 1 and tonumber(redis.call('GET', KEYS[2])) + 1"
                                    + " or now[1] * 1000000 + now[2]"),
                    List.of(key(attempt.name()), tokenKey(attempt.name())),
                    List.of(owner(attempt), millis(attempt.lease()), "1", hint(attempt)));
            return token == null ? null : Long.valueOf(token.toString());
        }

        void settle(Attempt attempt, long token) {
            redis.set(tokenKey(attempt.name()), Long.toString(token));
            redis.hset(key(attempt.name()), "token", Long.toString(token));
        }
    }

    SimpleRedlock(String uri) {
        String options = uri.contains("?") ? "?timeout=5s" : "";
        Matcher server = SERVER.matcher(uri);
        while (server.find()) {
            nodes.add(new Node(server.group() + options));
        }
    }

    final long now() {
        BackendContext started = context;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started.clock().nanoTime();
    }

    /** From when on the lease counts, given when the first and the last request were sent. */
    long countedFrom(long first, long last) {
        return first;
    }

    /** How many times a server that granted the lock is counted. */
    int votes() {
        return 1;
    }

    /** The token of a hold, given those of the servers that granted it. */
    long token(Attempt attempt, List<Node> granted, List<Long> tokens) {
        long greatest = tokens.stream().mapToLong(Long::longValue).max().orElseThrow();
        granted.forEach(node -> node.settle(attempt, greatest));
        return greatest;
    }

    /** Where a lock is given back that a majority did not grant. */
    List<Node> toGiveBack(List<Node> granted) {
        return nodes;
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        long first = now();
        long last = first;
        List<Node> granted = new ArrayList<>();
        List<Long> tokens = new ArrayList<>();
        @Nullable JedisException failed = null;
        int votes = 0;
        for (Node node : nodes) {
            last = now();
            try {
                Long token = node.acquire(attempt);
                if (token != null) {
                    granted.add(node);
                    tokens.add(token);
                    votes += votes();
                }
            } catch (JedisException e) {
                failed = e;
            }
        }
        if (votes > nodes.size() / 2) {
            return new AcquireOutcome.Granted(
                    Grant.of(attempt, token(attempt, granted, tokens), countedFrom(first, last), attempt.lease()));
        }
        toGiveBack(granted).forEach(node -> quietly(() -> node.delete(attempt)));
        return failed == null
                ? new AcquireOutcome.Contended(Duration.ofMillis(20))
                : new AcquireOutcome.Unknown(failed);
    }

    private static boolean quietly(BooleanSupplier step) {
        try {
            return step.getAsBoolean();
        } catch (JedisException e) {
            return false;
        }
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        long sentNanos = now();
        long renewed = nodes.stream()
                .filter(node -> quietly(() -> node.renew(grant.attempt(), lease)))
                .count();
        return renewed > nodes.size() / 2
                ? new RenewOutcome.Renewed(sentNanos, lease)
                : new RenewOutcome.NotOwner("no majority of the servers knows it");
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        long released = nodes.stream()
                .filter(node -> quietly(() -> node.delete(attempt)))
                .count();
        return released > nodes.size() / 2 ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return nodes.get(0).inspect(name);
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.of("redlock", Waiting.POLL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE);
    }

    @Override
    public String store() {
        return "redlock of " + nodes.stream().map(Node::store).toList();
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        if (nodes.size() < 3) {
            throw new LockUnavailableException(store() + " has too few servers", null);
        }
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
    }
}
