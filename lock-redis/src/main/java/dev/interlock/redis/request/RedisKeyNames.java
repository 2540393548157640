// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import dev.interlock.LockName;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The names in the keys of exclusive locks, which {@link RedisKeys} encodes.
 *
 * @param prefix what the keys start with
 */
public record RedisKeyNames(String prefix) {

    private static final Pattern ESCAPED = Pattern.compile("%(25|7B|7D)");

    /** The pattern of {@code SCAN} for the locks whose names start so: their other keys end with no brace. */
    public String pattern(String start) {
        return glob(before() + RedisKeys.encode(start)) + "*}";
    }

    private String before() {
        return prefix + ":{";
    }

    private static String glob(String text) {
        return text.replaceAll("[*?\\[\\]\\\\^]", "\\\\$0");
    }

    /** The name in the key of a lock; empty if no lock of a user has this key. */
    public Optional<LockName> name(String key) {
        if (!key.startsWith(before()) || !key.endsWith("}")) {
            return Optional.empty();
        }
        String encoded = key.substring(before().length(), key.length() - 1);
        try {
            LockName name = new LockName(ESCAPED.matcher(encoded).replaceAll(RedisKeyNames::decoded));
            return RedisKeys.encode(name.value()).equals(encoded) ? Optional.of(name) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String decoded(MatchResult escaped) {
        return switch (escaped.group(1)) {
            case "7B" -> "{";
            case "7D" -> "}";
            default -> "%";
        };
    }
}
