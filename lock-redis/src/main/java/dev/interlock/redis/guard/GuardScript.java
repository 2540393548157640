// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.guard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * Our claim and a user's script as one script: run by its digest, and by its text if the server does
 * not know it (any more).
 */
final class GuardScript {

    /** What stands before the user's script: {@code claim.lua}. */
    static final String CLAIM = load("claim.lua");

    private final String text;
    private final String digest;

    private GuardScript(String text) {
        this.text = text;
        this.digest = sha1(text);
    }

    static GuardScript of(String claim, String script) {
        if (script.startsWith("#!")) {
            throw new IllegalArgumentException("the script must not start with #!: it is run behind the guard's own");
        }
        return new GuardScript(claim + "\n" + script);
    }

    private static String load(String file) {
        try (InputStream in = GuardScript.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the script " + file + " is missing in the jar of lock-redis");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SHA-1 because Redis names scripts so; nothing depends on its strength. */
    private static String sha1(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Nullable
    Object run(UnifiedJedis jedis, List<String> keys, List<String> arguments) {
        try {
            return jedis.evalsha(digest, keys, arguments);
        } catch (JedisNoScriptException e) {
            return jedis.eval(text, keys, arguments);
        }
    }
}
