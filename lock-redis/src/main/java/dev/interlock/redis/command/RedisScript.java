// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.command;

import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.request.RedisBytes;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisRequestTracker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * A script of the resources, run by its digest, or by its text if the server does not know it (any more). Immutable.
 */
public final class RedisScript {

    private static final String SCRIPTS = "/dev/interlock/redis/";

    public static final RedisScript ACQUIRE = withQueues("acquire");
    public static final RedisScript RENEW = load("renew");
    public static final RedisScript RELEASE = withQueues("release");
    public static final RedisScript LEAVE = withQueues("leave");
    public static final RedisScript BEAT = withQueues("beat");
    public static final RedisScript INSPECT = load("inspect");
    public static final RedisScript OPERATOR_LOOK = load("operator/look");
    public static final RedisScript OPERATOR_FREE = withQueues("operator/free");
    public static final RedisScript VOTE = load("redlock/acquire");
    public static final RedisScript SETTLE = load("redlock/settle");
    public static final RedisScript WITHDRAW = load("redlock/withdraw");
    public static final RedisScript ACQUIRE_ALL = withQueues("bulk/acquire");
    public static final RedisScript RENEW_EACH = forEach("renew");
    public static final RedisScript RELEASE_EACH = forEach("release");
    public static final RedisScript LOOK_AT_SHARES = load("share/look");
    public static final RedisScript REPLACE_SHARES = load("share/replace");

    private final byte[] text;
    private final byte[] digest;

    private RedisScript(byte[] text) {
        this.text = text;
        this.digest = sha1(text);
    }

    private static RedisScript load(String name) {
        return new RedisScript(read(name));
    }

    /** A script that begins with the part which all scripts with queues share. */
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
        try (InputStream in = RedisScript.class.getResourceAsStream(SCRIPTS + name + ".lua")) {
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
    public Object run(RedisConnections connections, RedisRequestTracker tracker, RedisCall call) {
        try {
            return connections.eval(Command.EVALSHA, digest, call, tracker);
        } catch (JedisNoScriptException e) {
            tracker.notExecuted();
            return load(connections, tracker, call);
        }
    }

    /** Runs the script by its text, after which the server knows it. */
    @Nullable
    public Object load(RedisConnections connections, RedisRequestTracker tracker, RedisCall call) {
        return connections.eval(Command.EVAL, text, call, tracker);
    }
}
