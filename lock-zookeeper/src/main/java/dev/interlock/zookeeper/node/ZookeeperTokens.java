// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

/**
 * Fencing tokens from the zxid that created a lock's node (czxid). An ensemble never gives a zxid twice and they only
 * grow; the number at the end of a node's name restarts when its parent is removed, so it is no token.
 *
 * <p>The last {@value #BLOCK_BITS} bits are free for a block of tokens. A zxid is 32 bits of epoch, which each election
 * increments, and 32 bits of counter (https://zookeeper.apache.org/doc/r3.9.5/zookeeperInternals.html): so tokens run
 * out after 2^25 = 33,554,432 elections, one a minute for 63 years. Then acquisitions fail; a token never wraps.
 */
public final class ZookeeperTokens {

    static final int BLOCK_BITS = 6;

    /** The largest block. */
    public static final int MAX_TOKENS = 1 << BLOCK_BITS;

    private static final long MAX_ZXID = Long.MAX_VALUE >> BLOCK_BITS;

    private ZookeeperTokens() {}

    /** Whether a token can be made from the zxid. */
    public static boolean fits(long zxid) {
        return zxid > 0 && zxid <= MAX_ZXID;
    }

    /** The first token of the block of a node. */
    public static long first(long czxid) {
        if (!fits(czxid)) {
            throw new IllegalArgumentException("zxid must be > 0 and <= " + MAX_ZXID + " but was " + czxid);
        }
        return czxid << BLOCK_BITS;
    }
}
