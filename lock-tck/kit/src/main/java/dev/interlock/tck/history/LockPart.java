// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request or a belief concerns: a lock, or a share of a lock that several may hold. Immutable.
 *
 * @param lock the lock's name in the history; that of a lock that several may hold is no name of an exclusive lock
 * @param share how much of it
 */
public record LockPart(String lock, Share share) {

    /** All of an exclusive lock. */
    static final Share EXCLUSIVE = new Share(1, 1);

    private static final String SHARED = " (shared)";

    /** As handles and events name a part: {@code prices/read}, {@code exports/2-of-5#1}. */
    private static final Pattern NAME = Pattern.compile("(.+)/(?:(read)|(write)|(\\d+)-of-(\\d+))(?:#\\d+)?");

    /**
     * Returns all of an exclusive lock.
     *
     * @param lock its name
     * @return the part
     */
    public static LockPart exclusive(String lock) {
        return new LockPart(lock, EXCLUSIVE);
    }

    /**
     * Returns a share of a lock that several may hold.
     *
     * @param lock its name
     * @param share how much
     * @return the part
     */
    public static LockPart shared(String lock, Share share) {
        return new LockPart(lock + SHARED, share);
    }

    /**
     * Returns what a handle holds.
     *
     * @param name of the handle's lock, as the client reports it
     * @return the part; exclusive if the name is not that of a part
     */
    public static LockPart of(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return exclusive(name);
        }
        Share share = matcher.group(2) != null
                ? Share.READ
                : matcher.group(3) != null
                        ? Share.WRITE
                        : new Share(Integer.parseInt(matcher.group(4)), Integer.parseInt(matcher.group(5)));
        return shared(matcher.group(1), share);
    }

    /** Whether several may hold the lock of that name. */
    static boolean isShared(String lock) {
        return lock.endsWith(SHARED);
    }

    /**
     * Returns whether several may hold the lock.
     *
     * @return false for an exclusive lock
     */
    public boolean isShared() {
        return isShared(lock);
    }

    /**
     * Returns whether others are kept out.
     *
     * @return true for an exclusive lock, a writer, and all permits of a semaphore
     */
    public boolean isWhole() {
        return share.units() == share.limit();
    }

    /**
     * Returns the lock's name to its clients.
     *
     * @return the name
     */
    public String name() {
        return isShared() ? lock.substring(0, lock.length() - SHARED.length()) : lock;
    }
}
