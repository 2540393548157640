// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The owner that a store records for a lock: 128 random bits, new for each acquisition and the same for its retries.
 * Any client that knows the id can release the lock, so the id is a secret. {@link #toString} shows only a short
 * digest.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record AttemptId(long high, long low) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final HexFormat HEX = HexFormat.of();

    /**
     * Creates a random id.
     *
     * @return 128 bits from {@link SecureRandom}
     */
    public static AttemptId random() {
        byte[] bits = new byte[2 * Long.BYTES];
        RANDOM.nextBytes(bits);
        ByteBuffer both = ByteBuffer.wrap(bits);
        return new AttemptId(both.getLong(), both.getLong());
    }

    /**
     * The id as text for the store.
     *
     * @return 32 lower-case hexadecimal digits
     */
    public String text() {
        return HEX.toHexDigits(high) + HEX.toHexDigits(low);
    }

    // Written out, since what a record gets by itself is linked at run time: 10 us a look-up until it is compiled.

    @Override
    public boolean equals(Object other) {
        return other instanceof AttemptId id && high == id.high && low == id.low;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(high) + Long.hashCode(low);
    }

    @Override
    public String toString() {
        return "attempt#" + HEX.toHexDigits((short) ((hashCode() * 0x9E3779B9) >>> 16));
    }
}
