// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * The validated name of a lock: 1 to {@value #MAX_BYTES} bytes of UTF-8, without control characters and unpaired
 * surrogates.
 *
 * <p>Names are compared code point by code point, without case folding, trimming or Unicode normalisation (rule
 * NAME-1). They are ordered by their UTF-8 bytes, so every client and language computes the same order.
 *
 * @param value the name as given by the user
 */
public record LockName(String value) implements Comparable<LockName> {

    /** The maximum length of a name, in bytes of UTF-8. */
    public static final int MAX_BYTES = 200;

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if the name is empty or too long, or contains a control character or an unpaired
     *     surrogate
     */
    public LockName {
        Objects.requireNonNull(value, "name");
        if (value.isEmpty()) {
            throw new IllegalArgumentException("name must have 1 to " + MAX_BYTES + " bytes of UTF-8 but was empty");
        }
        for (int i = 0; i < value.length(); i = value.offsetByCodePoints(i, 1)) {
            requirePlain(value, i);
        }
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "name must have 1 to " + MAX_BYTES + " bytes of UTF-8 but '" + start(value) + "…' has " + bytes);
        }
    }

    private static void requirePlain(String value, int index) {
        int codePoint = value.codePointAt(index);
        if (Character.isISOControl(codePoint)) {
            throw new IllegalArgumentException("name must not hold control characters but has U+"
                    + String.format("%04X", codePoint) + " at index " + index);
        }
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            throw new IllegalArgumentException("name must not hold unpaired surrogates but has U+"
                    + String.format("%04X", codePoint) + " at index " + index);
        }
    }

    private static String start(String value) {
        return value.substring(0, value.offsetByCodePoints(0, 20));
    }

    // Written out, since what a record gets by itself is linked at run time: 10 us a look-up until it is compiled.

    @Override
    public boolean equals(Object other) {
        return other instanceof LockName name && value.equals(name.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public int compareTo(LockName other) {
        return Arrays.compareUnsigned(
                value.getBytes(StandardCharsets.UTF_8), other.value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return value;
    }
}
