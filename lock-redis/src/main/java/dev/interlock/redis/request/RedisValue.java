// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import dev.interlock.Holder;
import dev.interlock.spi.AttemptId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The value of a lock's key: {@code 1 <attempt id> <first token> <how many tokens> <holder hint, or ->}.
 * Before the hint stands the channel of a client that is told when another one wants the lock. The scripts
 * write it. A newer version may append fields, so only the first three fields and the hint are read. In a lock over
 * several servers the fourth field is the number of the try, since its tokens are not reserved in blocks.
 */
public final class RedisValue {

    /** Stands for a missing hint. */
    static final String NO_HINT = "-";

    /** Stands before and behind the channel of a holder that is recalled, if there is one before the hint. */
    static final char RECALL = 1;

    private static final Pattern FORM = Pattern.compile(
            "\\d{1,9} [0-9a-f]{1,64} (\\d{1,18}) \\d{1,18} (?:\\x01[^\\x01]*\\x01)?(.*)", Pattern.DOTALL);

    private RedisValue() {}

    /** Whether it is the value of a held lock, and the attempt its owner. */
    public static boolean isOwnedBy(byte[] value, AttemptId id) {
        byte[] owned = RedisBytes.of("1 " + id.text() + " ");
        return value.length >= owned.length && Arrays.equals(value, 0, owned.length, owned, 0, owned.length);
    }

    /** The holder, or null if the value is not one of ours. */
    public static @Nullable Holder holder(byte[] value, long remainingMillis) {
        Matcher matcher = FORM.matcher(new String(value, StandardCharsets.ISO_8859_1));
        if (!matcher.matches()) {
            return null;
        }
        Optional<Duration> remaining =
                remainingMillis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(remainingMillis));
        return new Holder(Long.parseLong(matcher.group(1)), remaining, hint(matcher.group(2)));
    }

    private static Optional<String> hint(String text) {
        return text.equals(NO_HINT) || text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
