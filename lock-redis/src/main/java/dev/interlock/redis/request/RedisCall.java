// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.args.Rawable;

/**
 * The keys and arguments of one run of a script. The arguments contain an attempt id, so they must not be shown.
 * Immutable; its bytes are never changed.
 */
public final class RedisCall {

    private static final byte[] NO_HINT = RedisBytes.of(RedisValue.NO_HINT);
    private static final byte[] NO_CHANNEL = RedisBytes.of("-");
    private static final byte[] ONE = RedisBytes.of(1);
    private static final byte[] TWO = RedisBytes.of(2);

    private final byte[][] keys;
    private final byte[][] arguments;
    private final Granting granting;

    /** Which reply says that the caller has the lock. */
    private enum Granting {
        NEVER,
        IF_FIRST_IS_ONE,
        IF_ANY_IS_ONE
    }

    /** Bytes as the driver takes them. */
    private static final class Raw implements Rawable {

        private final byte[] bytes;

        Raw(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public byte[] getRaw() {
            return bytes;
        }
    }

    private RedisCall(byte[][] keys, byte[][] arguments, Granting granting) {
        this.keys = keys;
        this.arguments = arguments;
        this.granting = granting;
    }

    public static RedisCall acquire(RedisKeys keys, Attempt attempt, Duration tokenTtl) {
        return granting(
                keys.lockAndToken(),
                RedisBytes.of(attempt.id()),
                millis(attempt.lease()),
                RedisBytes.of(attempt.tokens()),
                millis(tokenTtl),
                hint(attempt));
    }

    /** The same where locks have queues; an attempt that waits enters the queue of its lock. */
    public static RedisCall acquire(
            RedisKeys keys, Attempt attempt, Duration tokenTtl, RedisQueueMembership membership, boolean waits) {
        return granting(
                membership.keysToAcquire(keys),
                RedisBytes.of(attempt.id()),
                millis(attempt.lease()),
                RedisBytes.of(attempt.tokens()),
                millis(tokenTtl),
                hint(attempt, membership),
                waits ? membership.channelBytes() : NO_CHANNEL,
                membership.queueTtlMillis());
    }

    /**
     * One server's part of a lock over several. The number of the try distinguishes it from tries that were taken back.
     */
    public static RedisCall vote(
            RedisKeys keys, Attempt attempt, long tried, Duration tokenTtl, Duration restartGuard) {
        return granting(
                keys.lockAndToken(),
                RedisBytes.of(attempt.id()),
                millis(attempt.lease()),
                RedisBytes.of(tried),
                millis(tokenTtl),
                hint(attempt),
                RedisBytes.of(restartGuard.toSeconds()));
    }

    public static RedisCall settle(RedisKeys keys, AttemptId id, long token, long greatest, Duration tokenTtl) {
        return other(
                keys.lockAndToken(),
                RedisBytes.of(id),
                RedisBytes.of(token),
                RedisBytes.of(greatest),
                millis(tokenTtl));
    }

    public static RedisCall withdraw(RedisKeys keys, AttemptId id, long tried) {
        return other(keys.lockAlone(), RedisBytes.of(id), RedisBytes.of(tried));
    }

    public static RedisCall renew(RedisKeys keys, AttemptId id, Duration lease, Duration tokenTtl) {
        return granting(keys.lockAndToken(), RedisBytes.of(id), millis(lease), millis(tokenTtl));
    }

    public static RedisCall release(RedisKeys keys, AttemptId id) {
        return other(keys.lockAlone(), RedisBytes.of(id), keys.channelBytes());
    }

    /** The same where locks have queues. */
    public static RedisCall release(RedisKeys keys, AttemptId id, RedisQueueMembership membership) {
        return ended(keys, RedisBytes.of(id), membership);
    }

    public static RedisCall leave(QueuedAttempt attempt, RedisQueueMembership membership) {
        return ended(attempt.keys(), RedisBytes.of(attempt.id()), membership);
    }

    private static RedisCall ended(RedisKeys keys, byte[] attempt, RedisQueueMembership membership) {
        return other(membership.keysToEnd(keys), attempt, keys.channelBytes(), membership.channelBytes());
    }

    /** A heartbeat of a client, with its own keys, which also checks some of its waiters. */
    public static RedisCall beat(RedisKeys own, long number, List<QueuedAttempt> waiters) {
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> arguments = new ArrayList<>();
        Collections.addAll(keys, own.lockAlone());
        arguments.add(own.channelBytes());
        arguments.add(RedisBytes.of(number));
        waiters.forEach(waiter -> {
            Collections.addAll(keys, waiter.keys().lockAndQueue());
            arguments.add(RedisBytes.of(waiter.id()));
        });
        return new RedisCall(keys.toArray(byte[][]::new), arguments.toArray(byte[][]::new), Granting.NEVER);
    }

    /** Reads the record of a lock that several may hold. */
    public static RedisCall lookAtShares(RedisKeys keys) {
        return other(keys.lockAlone());
    }

    /** Replaces the record that was read by another, and perhaps wakes waiters. */
    public static RedisCall replaceShares(
            RedisKeys keys, @Nullable String read, String record, Duration ttl, long beforeMillis, String woken) {
        return granting(
                keys.lockAlone(),
                RedisBytes.of(read == null ? "" : read),
                RedisBytes.of(record),
                millis(ttl),
                RedisBytes.of(Long.toString(beforeMillis)),
                woken.isEmpty() ? NO_CHANNEL : keys.channelBytes(),
                RedisBytes.of(woken));
    }

    public static RedisCall inspect(RedisKeys keys) {
        return other(keys.lockAlone());
    }

    /** Looks up a lock, and counts its waiters where locks have queues. */
    public static RedisCall lookForOperator(RedisKeys keys, @Nullable RedisQueueMembership membership) {
        return other(membership == null ? keys.lockAlone() : keys.lockAndQueue());
    }

    /** Frees a lock of the holder with a token. */
    public static RedisCall free(RedisKeys keys, long token, @Nullable RedisQueueMembership membership) {
        return other(
                membership == null ? keys.lockAlone() : membership.keysToEnd(keys),
                RedisBytes.of(Long.toString(token)),
                keys.channelBytes());
    }

    private static byte[] hint(Attempt attempt, RedisQueueMembership membership) {
        return attempt.recallable() ? RedisBytes.followed(membership.recallBytes(), hint(attempt)) : hint(attempt);
    }

    private static byte[] hint(Attempt attempt) {
        String hint = attempt.holderHint();
        return hint == null ? NO_HINT : RedisBytes.of(hint);
    }

    private static byte[] millis(Duration duration) {
        return RedisBytes.of(duration.toMillis());
    }

    /** Grants or renews a lock, if the reply is or begins with 1; else nothing was written. */
    private static RedisCall granting(byte[][] keys, byte[]... arguments) {
        return new RedisCall(keys, arguments, Granting.IF_FIRST_IS_ONE);
    }

    private static RedisCall other(byte[][] keys, byte[]... arguments) {
        return new RedisCall(keys, arguments, Granting.NEVER);
    }

    /** For a script that does one thing to all locks or none: those for one lock, one after another. */
    public static RedisCall all(List<RedisCall> calls) {
        return joined(calls, counts(calls.get(0)), calls.get(0).granting);
    }

    /** For a script that does the same for each lock: those for one lock, one after another. */
    public static RedisCall each(List<RedisCall> calls) {
        RedisCall first = calls.get(0);
        return joined(calls, counts(first), first.granting == Granting.NEVER ? Granting.NEVER : Granting.IF_ANY_IS_ONE);
    }

    private static List<byte[]> counts(RedisCall each) {
        return List.of(RedisBytes.of(each.keys.length), RedisBytes.of(each.arguments.length));
    }

    private static RedisCall joined(List<RedisCall> calls, List<byte[]> before, Granting granting) {
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> arguments = new ArrayList<>(before);
        calls.forEach(call -> {
            Collections.addAll(keys, call.keys);
            Collections.addAll(arguments, call.arguments);
        });
        return new RedisCall(keys.toArray(byte[][]::new), arguments.toArray(byte[][]::new), granting);
    }

    /** Whether the reply grants the caller the lock, or one of the locks. */
    public boolean grants(@Nullable Object reply) {
        if (granting == Granting.NEVER) {
            return false;
        }
        if (granting == Granting.IF_ANY_IS_ONE && reply instanceof List<?> replies) {
            return replies.contains(1L);
        }
        Object status = reply instanceof List<?> list ? list.get(0) : reply;
        return Long.valueOf(1).equals(status);
    }

    /** The whole command, for a client that computes the slot from its keys. */
    public CommandArguments arguments(Command command, byte[] script, RedisRequestTracker tracker) {
        CommandArguments all =
                new CommandArguments(command).add(tracker.watch(script)).add(count());
        for (byte[] key : keys) {
            all.key(key);
        }
        return with(arguments, all);
    }

    /** The whole command, for a connection, where keys need no mark. */
    public CommandArguments toOneNode(Command command, byte[] script, RedisRequestTracker tracker) {
        CommandArguments all =
                new CommandArguments(command).add(tracker.watch(script)).add(count());
        return with(arguments, with(keys, all));
    }

    /** Avoids the copy that the driver makes of bytes. */
    private static CommandArguments with(byte[][] more, CommandArguments all) {
        for (byte[] each : more) {
            all.add(new Raw(each));
        }
        return all;
    }

    private Rawable count() {
        return new Raw(keys.length == 1 ? ONE : keys.length == 2 ? TWO : RedisBytes.of(keys.length));
    }

    /** A key in the slot of all of them. */
    public byte[] slotKey() {
        return keys[0];
    }

    /** The arguments after the name of the command. */
    public byte[][] behind(byte[] script) {
        List<byte[]> rest = new ArrayList<>();
        rest.add(script);
        rest.add(RedisBytes.of(keys.length));
        Collections.addAll(rest, keys);
        Collections.addAll(rest, arguments);
        return rest.toArray(byte[][]::new);
    }
}
