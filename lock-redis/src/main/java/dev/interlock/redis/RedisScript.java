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
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * A script of the resources, run by its digest, or by its text if the server does not know it (any more). Immutable.
 */
final class RedisScript {

    static final RedisScript ACQUIRE = load("acquire");
    static final RedisScript RENEW = load("renew");
    static final RedisScript RELEASE = load("release");
    static final RedisScript INSPECT = load("inspect");
    static final RedisScript VOTE = load("redlock/acquire");
    static final RedisScript SETTLE = load("redlock/settle");
    static final RedisScript WITHDRAW = load("redlock/withdraw");
    static final RedisScript ACQUIRE_ALL = load("bulk/acquire");
    static final RedisScript RENEW_EACH = forEach("renew");
    static final RedisScript RELEASE_EACH = forEach("release");

    private final byte[] text;
    private final byte[] digest;

    private RedisScript(byte[] text) {
        this.text = text;
        this.digest = sha1(text);
    }

    private static RedisScript load(String name) {
        return new RedisScript(read(name));
    }

    /** Runs the script of one lock for each of several. */
    private static RedisScript forEach(String name) {
        String step = new String(read(name), StandardCharsets.UTF_8);
        String each = new String(read("bulk/each"), StandardCharsets.UTF_8);
        return new RedisScript(each.replace("\nSTEP\n", "\n" + step).getBytes(StandardCharsets.UTF_8));
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
        String hint = attempt.holderHint();
        return Call.keeping(
                List.of(keys.lock(), keys.token()),
                List.of(
                        attempt.id().text(),
                        millis(attempt.lease()),
                        Integer.toString(attempt.tokens()),
                        millis(tokenTtl),
                        hint == null ? RedisValue.NO_HINT : hint));
    }

    /** One server's part of a lock over several; the number of the try tells it from those that were given back. */
    static Call vote(RedisKeys keys, Attempt attempt, long tried, Duration tokenTtl, Duration restartGuard) {
        String hint = attempt.holderHint();
        return Call.keeping(
                List.of(keys.lock(), keys.token()),
                List.of(
                        attempt.id().text(),
                        millis(attempt.lease()),
                        Long.toString(tried),
                        millis(tokenTtl),
                        hint == null ? RedisValue.NO_HINT : hint,
                        Long.toString(restartGuard.toSeconds())));
    }

    static Call settle(RedisKeys keys, AttemptId id, long token, long greatest, Duration tokenTtl) {
        return Call.other(
                List.of(keys.lock(), keys.token()),
                List.of(id.text(), Long.toString(token), Long.toString(greatest), millis(tokenTtl)));
    }

    static Call withdraw(RedisKeys keys, AttemptId id, long tried) {
        return Call.other(List.of(keys.lock()), List.of(id.text(), Long.toString(tried)));
    }

    static Call renew(RedisKeys keys, AttemptId id, Duration lease, Duration tokenTtl) {
        return Call.keeping(List.of(keys.lock(), keys.token()), List.of(id.text(), millis(lease), millis(tokenTtl)));
    }

    static Call release(RedisKeys keys, AttemptId id) {
        return Call.other(List.of(keys.lock()), List.of(id.text(), keys.channel()));
    }

    static Call inspect(RedisKeys keys) {
        return Call.other(List.of(keys.lock()), List.of());
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    /** The keys and arguments of one run. The arguments hold an attempt id, so they are not for showing. */
    static final class Call {

        private final List<String> keys;
        private final List<String> arguments;
        private final Kept kept;

        /** What of the reply says that the caller has a lock. */
        private enum Kept {
            NOTHING,
            A_FIRST_ONE,
            ANY_ONE
        }

        private Call(List<String> keys, List<String> arguments, Kept kept) {
            this.keys = keys;
            this.arguments = arguments;
            this.kept = kept;
        }

        /** Grants or renews a lock, if the reply is or begins with 1; else nothing was written. */
        static Call keeping(List<String> keys, List<String> arguments) {
            return new Call(keys, arguments, Kept.A_FIRST_ONE);
        }

        static Call other(List<String> keys, List<String> arguments) {
            return new Call(keys, arguments, Kept.NOTHING);
        }

        /** For {@link RedisScript#ACQUIRE_ALL}: those for one lock, one after another. */
        static Call all(List<Call> calls) {
            return joined(calls, List.of(), calls.get(0).kept);
        }

        /** For a script that does the same for each lock: those for one lock, one after another. */
        static Call each(List<Call> calls) {
            Call first = calls.get(0);
            List<String> counts =
                    List.of(Integer.toString(first.keys.size()), Integer.toString(first.arguments.size()));
            return joined(calls, counts, first.kept == Kept.NOTHING ? Kept.NOTHING : Kept.ANY_ONE);
        }

        private static Call joined(List<Call> calls, List<String> before, Kept kept) {
            List<String> keys = new ArrayList<>();
            List<String> arguments = new ArrayList<>(before);
            calls.forEach(call -> {
                keys.addAll(call.keys);
                arguments.addAll(call.arguments);
            });
            return new Call(keys, arguments, kept);
        }

        /** Whether the reply says that the caller has the lock, or one of the locks. */
        boolean keeps(@Nullable Object reply) {
            if (kept == Kept.ANY_ONE && reply instanceof List<?> replies) {
                return replies.contains(1L);
            }
            Object status = reply instanceof List<?> list ? list.get(0) : reply;
            return kept != Kept.NOTHING && Long.valueOf(1).equals(status);
        }

        /** The whole command. */
        CommandArguments arguments(Command command, byte[] script, RedisRequestTracker tracker) {
            CommandArguments all =
                    new CommandArguments(command).add(tracker.watch(script)).add(keys.size());
            for (String key : keys) {
                all.key(key);
            }
            for (String argument : arguments) {
                all.add(argument);
            }
            return all;
        }

        /** A key that tells the slot of all of them. */
        byte[] slotKey() {
            return bytes(keys.get(0));
        }

        /** What follows the name of the command. */
        byte[][] behind(byte[] script) {
            List<byte[]> rest = new ArrayList<>();
            rest.add(script);
            rest.add(bytes(Integer.toString(keys.size())));
            keys.forEach(key -> rest.add(bytes(key)));
            arguments.forEach(argument -> rest.add(bytes(argument)));
            return rest.toArray(byte[][]::new);
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
