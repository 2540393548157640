// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * A script of the resources, run by its digest, or by its text if the server does not know it (any more). Immutable.
 */
final class RedisScript {

    static final RedisScript ACQUIRE = withQueues("acquire");
    static final RedisScript RENEW = load("renew");
    static final RedisScript RELEASE = withQueues("release");
    static final RedisScript LEAVE = withQueues("leave");
    static final RedisScript INSPECT = load("inspect");
    static final RedisScript VOTE = load("redlock/acquire");
    static final RedisScript SETTLE = load("redlock/settle");
    static final RedisScript WITHDRAW = load("redlock/withdraw");
    static final RedisScript ACQUIRE_ALL = withQueues("bulk/acquire");
    static final RedisScript RENEW_EACH = forEach("renew");
    static final RedisScript RELEASE_EACH = forEach("release");

    private static final byte[] NO_HINT = RedisBytes.of(RedisValue.NO_HINT);
    private static final byte[] DOES_NOT_WAIT = RedisBytes.of("-");
    private static final byte[] ONE = RedisBytes.of(1);
    private static final byte[] TWO = RedisBytes.of(2);

    private final byte[] text;
    private final byte[] digest;

    private RedisScript(byte[] text) {
        this.text = text;
        this.digest = sha1(text);
    }

    private static RedisScript load(String name) {
        return new RedisScript(read(name));
    }

    /** Behind what such scripts have in common. */
    private static RedisScript withQueues(String name) {
        return new RedisScript(RedisBytes.followed(read("queue"), read(name)));
    }

    /** Runs the script of one lock for each of several. */
    private static RedisScript forEach(String name) {
        String step = new String(read(name), StandardCharsets.UTF_8);
        String each = new String(read("bulk/each"), StandardCharsets.UTF_8);
        String all = each.replace("\nSTEP\n", "\n" + step);
        return new RedisScript(RedisBytes.followed(read("queue"), RedisBytes.of(all)));
    }

    private static byte[] read(String name) {
        try (InputStream in = RedisScript.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("the script " + name + ".lua is missing in the jar of lock-redis");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SHA-1 because Redis names scripts so; nothing depends on its strength. */
    private static byte[] sha1(byte[] text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text);
            return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs the script in one round trip, two if the server does not know it yet. */
    @Nullable
    Object run(RedisConnections connections, RedisRequestTracker tracker, Call call) {
        try {
            return connections.eval(Command.EVALSHA, digest, call, tracker);
        } catch (JedisNoScriptException e) {
            tracker.notExecuted();
            return load(connections, tracker, call);
        }
    }

    /** Runs the script by its text, after which the server knows it. */
    @Nullable
    Object load(RedisConnections connections, RedisRequestTracker tracker, Call call) {
        return connections.eval(Command.EVAL, text, call, tracker);
    }

    static Call acquire(RedisKeys keys, Attempt attempt, Duration tokenTtl) {
        return Call.keeping(
                keys.lockAndToken(),
                RedisBytes.of(attempt.id()),
                millis(attempt.lease()),
                RedisBytes.of(attempt.tokens()),
                millis(tokenTtl),
                hint(attempt));
    }

    /** The same where locks have queues; the attempt is put into that of its lock if it waits. */
    static Call acquire(RedisKeys keys, Attempt attempt, Duration tokenTtl, RedisPlace place, boolean waits) {
        return Call.keeping(
                keys.lockTokenAndQueue(),
                RedisBytes.of(attempt.id()),
                millis(attempt.lease()),
                RedisBytes.of(attempt.tokens()),
                millis(tokenTtl),
                hint(attempt),
                waits ? place.channelBytes() : DOES_NOT_WAIT,
                place.counts(),
                place.queueTtlMillis());
    }

    /** One server's part of a lock over several; the number of the try tells it from those that were given back. */
    static Call vote(RedisKeys keys, Attempt attempt, long tried, Duration tokenTtl, Duration restartGuard) {
        return Call.keeping(
                keys.lockAndToken(),
                RedisBytes.of(attempt.id()),
                millis(attempt.lease()),
                RedisBytes.of(tried),
                millis(tokenTtl),
                hint(attempt),
                RedisBytes.of(restartGuard.toSeconds()));
    }

    static Call settle(RedisKeys keys, AttemptId id, long token, long greatest, Duration tokenTtl) {
        return Call.other(
                keys.lockAndToken(),
                RedisBytes.of(id),
                RedisBytes.of(token),
                RedisBytes.of(greatest),
                millis(tokenTtl));
    }

    static Call withdraw(RedisKeys keys, AttemptId id, long tried) {
        return Call.other(keys.lockAlone(), RedisBytes.of(id), RedisBytes.of(tried));
    }

    static Call renew(RedisKeys keys, AttemptId id, Duration lease, Duration tokenTtl) {
        return Call.keeping(keys.lockAndToken(), RedisBytes.of(id), millis(lease), millis(tokenTtl));
    }

    static Call release(RedisKeys keys, AttemptId id) {
        return Call.other(keys.lockAlone(), RedisBytes.of(id), keys.channelBytes());
    }

    /** The same where locks have queues. */
    static Call release(RedisKeys keys, AttemptId id, RedisPlace place) {
        return ended(keys, RedisBytes.of(id), place);
    }

    /** Of an attempt by the text of its id. */
    static Call leave(RedisKeys keys, String attempt, RedisPlace place) {
        return ended(keys, RedisBytes.of(attempt), place);
    }

    private static Call ended(RedisKeys keys, byte[] attempt, RedisPlace place) {
        return Call.other(keys.lockAndQueue(), attempt, keys.channelBytes(), place.channelBytes(), place.counts());
    }

    static Call inspect(RedisKeys keys) {
        return Call.other(keys.lockAlone());
    }

    private static byte[] hint(Attempt attempt) {
        String hint = attempt.holderHint();
        return hint == null ? NO_HINT : RedisBytes.of(hint);
    }

    private static byte[] millis(Duration duration) {
        return RedisBytes.of(duration.toMillis());
    }

    /** The keys and arguments of one run. The arguments hold an attempt id, so they are not for showing. */
    static final class Call {

        private final byte[][] keys;
        private final byte[][] arguments;
        private final Kept kept;

        /** What of the reply says that the caller has a lock. */
        private enum Kept {
            NOTHING,
            A_FIRST_ONE,
            ANY_ONE
        }

        private Call(byte[][] keys, byte[][] arguments, Kept kept) {
            this.keys = keys;
            this.arguments = arguments;
            this.kept = kept;
        }

        /** Grants or renews a lock, if the reply is or begins with 1; else nothing was written. */
        static Call keeping(byte[][] keys, byte[]... arguments) {
            return new Call(keys, arguments, Kept.A_FIRST_ONE);
        }

        static Call other(byte[][] keys, byte[]... arguments) {
            return new Call(keys, arguments, Kept.NOTHING);
        }

        /** For {@link RedisScript#ACQUIRE_ALL}: those for one lock, one after another. */
        static Call all(List<Call> calls) {
            return joined(calls, counts(calls.get(0)), calls.get(0).kept);
        }

        /** For a script that does the same for each lock: those for one lock, one after another. */
        static Call each(List<Call> calls) {
            Call first = calls.get(0);
            return joined(calls, counts(first), first.kept == Kept.NOTHING ? Kept.NOTHING : Kept.ANY_ONE);
        }

        private static List<byte[]> counts(Call each) {
            return List.of(RedisBytes.of(each.keys.length), RedisBytes.of(each.arguments.length));
        }

        private static Call joined(List<Call> calls, List<byte[]> before, Kept kept) {
            List<byte[]> keys = new ArrayList<>();
            List<byte[]> arguments = new ArrayList<>(before);
            calls.forEach(call -> {
                Collections.addAll(keys, call.keys);
                Collections.addAll(arguments, call.arguments);
            });
            return new Call(keys.toArray(byte[][]::new), arguments.toArray(byte[][]::new), kept);
        }

        /** Whether the reply says that the caller has the lock, or one of the locks. */
        boolean keeps(@Nullable Object reply) {
            if (kept == Kept.ANY_ONE && reply instanceof List<?> replies) {
                return replies.contains(1L);
            }
            Object status = reply instanceof List<?> list ? list.get(0) : reply;
            return kept != Kept.NOTHING && Long.valueOf(1).equals(status);
        }

        /** The whole command, for a client that looks for the slot of its keys. */
        CommandArguments arguments(Command command, byte[] script, RedisRequestTracker tracker) {
            CommandArguments all =
                    new CommandArguments(command).add(tracker.watch(script)).add(count());
            for (byte[] key : keys) {
                all.key(key);
            }
            return with(arguments, all);
        }

        /** The whole command, for a connection: nobody asks which of the arguments are keys. */
        CommandArguments toOneNode(Command command, byte[] script, RedisRequestTracker tracker) {
            CommandArguments all =
                    new CommandArguments(command).add(tracker.watch(script)).add(count());
            return with(arguments, with(keys, all));
        }

        /** Not as bytes, of which the driver makes a copy. */
        private static CommandArguments with(byte[][] more, CommandArguments all) {
            for (byte[] each : more) {
                Rawable raw = () -> each;
                all.add(raw);
            }
            return all;
        }

        private Rawable count() {
            byte[] count = keys.length == 1 ? ONE : keys.length == 2 ? TWO : RedisBytes.of(keys.length);
            return () -> count;
        }

        /** A key that tells the slot of all of them. */
        byte[] slotKey() {
            return keys[0];
        }

        /** What follows the name of the command. */
        byte[][] behind(byte[] script) {
            List<byte[]> rest = new ArrayList<>();
            rest.add(script);
            rest.add(RedisBytes.of(keys.length));
            Collections.addAll(rest, keys);
            Collections.addAll(rest, arguments);
            return rest.toArray(byte[][]::new);
        }
    }
}
