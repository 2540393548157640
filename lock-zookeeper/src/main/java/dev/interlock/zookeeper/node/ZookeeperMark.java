// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.Share;
import org.jspecify.annotations.Nullable;

/**
 * What the name of a node says before its number. Of a lock that one client holds: nothing, or {@code r-} if that client
 * wants to hear that others ask for the lock. Of one that several may hold: {@code read-}, {@code write-}, or
 * {@code 2-of-5-} for two of five permits. So a list of names shows all that decides whose turn it is. Immutable.
 *
 * @param text the mark with its hyphen, or empty
 * @param share how much of the lock the node asks for: all of it, unless several may hold it
 */
public record ZookeeperMark(String text, Share share) {

    static final String RECALLABLE = "r-";

    private static final String READ = "read-";
    private static final String WRITE = "write-";
    private static final String OF = "-of-";

    /** A lock that one client holds has one unit. */
    private static final Share EXCLUSIVE = new Share(1, 1);

    private static final ZookeeperMark NONE = new ZookeeperMark("", EXCLUSIVE);
    private static final ZookeeperMark RECALLED = new ZookeeperMark(RECALLABLE, EXCLUSIVE);

    /** The mark of an attempt that wants a lock for itself. */
    public static ZookeeperMark of(Attempt attempt) {
        return attempt.recallable() ? RECALLED : NONE;
    }

    /** The mark of an attempt that wants a share. */
    public static ZookeeperMark of(Share share) {
        if (share.equals(Share.READ)) {
            return new ZookeeperMark(READ, share);
        }
        String text = share.equals(Share.WRITE) ? WRITE : share.units() + OF + share.limit() + "-";
        return new ZookeeperMark(text, share);
    }

    /** The share that a mark names; null if it names none, or is of a newer version. */
    @Nullable
    static Share share(@Nullable String text) {
        if (READ.equals(text)) {
            return Share.READ;
        }
        if (WRITE.equals(text)) {
            return Share.WRITE;
        }
        int of = text == null ? -1 : text.indexOf(OF);
        int limitAt = of + OF.length();
        if (text == null || of < 0 || limitAt >= text.length()) {
            return null;
        }
        try {
            Share share = new Share(
                    Integer.parseInt(text.substring(0, of)),
                    Integer.parseInt(text.substring(limitAt, text.length() - 1)));
            return of(share).text.equals(text) ? share : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
