// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import dev.interlock.spi.AttemptId;
import java.nio.charset.StandardCharsets;

/** What is sent to Redis, as bytes, without the texts in between that each step would have to make and throw away. */
public final class RedisBytes {

    private static final byte[] HEX = of("0123456789abcdef");
    private static final int ID_DIGITS = 32;

    private RedisBytes() {}

    public static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** As {@link AttemptId#text}. */
    static byte[] of(AttemptId id) {
        byte[] digits = new byte[ID_DIGITS];
        hex(id.high(), digits, 0);
        hex(id.low(), digits, ID_DIGITS / 2);
        return digits;
    }

    private static void hex(long number, byte[] digits, int from) {
        long left = number;
        for (int at = from + ID_DIGITS / 2 - 1; at >= from; at--) {
            digits[at] = HEX[(int) left & 0xF];
            left >>>= 4;
        }
    }

    /** The number, which is not negative, in decimal digits. */
    static byte[] of(long number) {
        int length = 1;
        for (long left = number / 10; left > 0; left /= 10) {
            length++;
        }
        byte[] digits = new byte[length];
        long left = number;
        for (int at = length - 1; at >= 0; at--) {
            digits[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
        return digits;
    }

    /** The bytes of a key with what comes behind it. */
    public static byte[] followed(byte[] key, byte[] suffix) {
        byte[] both = new byte[key.length + suffix.length];
        System.arraycopy(key, 0, both, 0, key.length);
        System.arraycopy(suffix, 0, both, key.length, suffix.length);
        return both;
    }
}
