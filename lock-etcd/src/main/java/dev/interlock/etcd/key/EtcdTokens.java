// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.key;

/**
 * Fencing tokens from the revision that created a holder's key. A revision is the number of a transaction in the whole
 * cluster, so it only grows and no other hold has it, whatever becomes of the key.
 *
 * <p>The last {@value #BLOCK_BITS} bits are free for a block of tokens. So tokens run out after 2^57 transactions, which at
 * a million a second are 4,500 years.
 */
public final class EtcdTokens {

    static final int BLOCK_BITS = 6;

    /** The largest block. */
    public static final int MAX_TOKENS = 1 << BLOCK_BITS;

    private static final long MAX_REVISION = Long.MAX_VALUE >> BLOCK_BITS;

    private EtcdTokens() {}

    /** The first token of the block of a holder's key. */
    public static long first(long createRevision) {
        if (createRevision <= 0 || createRevision > MAX_REVISION) {
            throw new IllegalArgumentException(
                    "revision must be > 0 and <= " + MAX_REVISION + " but was " + createRevision);
        }
        return createRevision << BLOCK_BITS;
    }
}
