// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;

/**
 * A bounded set of locks for an unbounded set of keys. Keys with the same stripe exclude each other. Created by
 * {@link LockClient#striped}. Immutable and thread-safe.
 *
 * <p>The lock of a key is named {@code prefix/stripe}, with the stripe as a decimal number from 0. The stripe is the
 * first eight bytes of the SHA-256 of the key's UTF-8, read as an unsigned big-endian number, modulo the number of
 * stripes. Every version, JVM and language computes the same stripe.
 *
 * <p>A change of the number of stripes changes which keys exclude each other. Do not change it while instances with the
 * old number still run.
 */
public final class StripedLocks {

    /** The maximum number of stripes. */
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
        // The longest name. A prefix that is too long fails here, and not later for some keys only.
        new LockName(prefix + "/" + (stripes - 1));
    }

    /**
     * The name of a key's lock, as {@link LockClient#inspect} and the metrics use it.
     *
     * @param key any text without unpaired surrogates
     * @return such as {@code user/17}
     */
    public String nameOf(String key) {
        return prefix + "/"
                + Long.remainderUnsigned(ByteBuffer.wrap(sha256(key)).getLong(), stripes);
    }

    /**
     * The lock of a key. Two keys can share a lock. A caller that holds the lock of one key and acquires that of
     * another may wait for itself, so acquire the locks of several keys with {@link #lockAll}.
     *
     * @param key any text without unpaired surrogates
     * @return the lock
     */
    @CheckReturnValue
    public DistributedLock lock(String key) {
        return client.lock(nameOf(key));
    }

    /**
     * The locks of several keys. Each stripe counts once.
     *
     * @param keys one or more keys with at most {@link MultiLock#MAX_NAMES} different stripes
     * @return the set of locks
     * @throws IllegalArgumentException if there is no key, or there are too many stripes
     */
    @CheckReturnValue
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
