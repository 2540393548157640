// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.redis.RedisLockBackend;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.testbed.wire.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Predicate;

/** Which requests on the wire are which step of a lock: a backend that sends other commands says so here. */
@FunctionalInterface
public interface RedisSteps {

    /** The steps of the backend in this module: a script each, by its digest or its text. */
    RedisSteps SCRIPTS = step -> {
        String name = step.name().toLowerCase(Locale.ROOT);
        if (step == RequestKind.ANY) {
            return Message.any();
        }
        if (step == RequestKind.SHARE) {
            return script(read("share/replace"));
        }
        if (step == RequestKind.FREE) {
            return script(read("queue") + read("operator/free"));
        }
        return step == RequestKind.RENEW
                ? script(read(name)).or(scriptForEach(name))
                : script(read("queue") + read(name));
    };

    /** Those of a backend over several servers, at each of them. */
    RedisSteps REDLOCK = step -> step == RequestKind.ACQUIRE ? script(read("redlock/acquire")) : SCRIPTS.of(step);

    /**
     * Matches the requests of one step.
     *
     * @param step the step
     * @return never matches a request of another step
     */
    Predicate<Message> of(RequestKind step);

    /** The script that runs a step for each of several locks. */
    private static Predicate<Message> scriptForEach(String name) {
        return script(read("queue") + read("bulk/each").replace("\nSTEP\n", "\n" + read(name)));
    }

    private static Predicate<Message> script(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return evaluating(HexFormat.of().formatHex(digest), text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String read(String name) {
        try (InputStream in = RedisLockBackend.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("no script " + name + ".lua");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Predicate<Message> evaluating(String digest, String text) {
        Predicate<Message> evaluation = Message.named("EVAL", "EVALSHA");
        return message -> evaluation.test(message)
                && (digest.equals(message.arguments().get(0))
                        || text.equals(message.arguments().get(0)));
    }
}
