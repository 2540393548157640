// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;

/**
 * A bounded set of locks for an unbounded set of keys: keys that fall into the same stripe exclude each other. Obtained
 * from {@link LockClient#striped}. Immutable and thread-safe.
 *
 * <p>The lock of a key is named {@code prefix/stripe}, with the stripe as a decimal number from 0. The stripe is the
 * first eight bytes of the SHA-256 of the key's UTF-8, read as an unsigned big-endian number, modulo the number of
 * stripes: every version, JVM and language computes the same. Whoever changes the number of stripes changes which keys
 * exclude each other: not while older instances still run.
 */
public final class StripedLocks {

    /** The most stripes. */
    public static final int MAX_STRIPES = 1 << 20;

    private final LockClient client;
    private final String prefix;
    private final int stripes;

    StripedLocks(LockClient client, String prefix, int stripes) {
        if (stripes < 1 || stripes > MAX_STRIPES) {
            throw new IllegalArgumentException("stripes must be >= 1 and <= " + MAX_STRIPES + " but was " + stripes);
        }
        this.client = client;
        this.prefix = prefix;
        this.stripes = stripes;
        // The longest of the names, so that a prefix that does not fit is refused here and not with some keys only.
        new LockName(prefix + "/" + (stripes - 1));
    }

    /**
     * The name of the lock of a key, which is also what {@link LockClient#inspect} and the metrics know it by.
     *
     * @param key any text without unpaired surrogates
     * @return such as {@code user/17}
     */
    public String nameOf(String key) {
        return prefix + "/"
                + Long.remainderUnsigned(ByteBuffer.wrap(sha256(key)).getLong(), stripes);
    }

    /**
     * The lock of a key. Two keys may share it: whoever holds the lock of one and asks for that of another may wait for
     * itself, so take the locks of several keys by {@link #lockAll}.
     *
     * @param key any text without unpaired surrogates
     * @return the lock
     */
    public DistributedLock lock(String key) {
        return client.lock(nameOf(key));
    }

    /**
     * The locks of several keys, each stripe once.
     *
     * @param keys one or more, whose stripes are at most {@link MultiLock#MAX_NAMES}
     * @return the locks
     * @throws IllegalArgumentException if there is no key, or too many stripes
     */
    public MultiLock lockAll(Collection<String> keys) {
        return client.lockAll(keys.stream().map(this::nameOf).distinct().toList());
    }

    private static byte[] sha256(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "StripedLocks['" + prefix + "', " + stripes + " stripes]";
    }
}
