// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.Locale;

/**
 * One thing that a caller does: acquires a lock in some way, keeps it for a while, and gives it back. Times are
 * milliseconds.
 *
 * @param way how
 * @param name which lock
 * @param pause how long before it
 * @param limit how long to wait for the lock at most
 * @param lease for how long at a time
 * @param renewed whether the lease is renewed without being asked for
 * @param hold how long to keep it
 * @param extra when it is cancelled or interrupted, or how long it may be held at most
 */
record Call(Way way, String name, int pause, int limit, int lease, boolean renewed, int hold, int extra) {

    /** How a lock is acquired, or what else is done. */
    enum Way {
        TRY,
        ACQUIRE,
        INTERRUPTED,
        ASYNC,
        CANCELLED,
        VIEW,
        LOCK,
        WITH_LOCK,
        CAPPED,
        RENEWED_BY_HAND,
        AGAIN_AFTER_A_LOSS,
        ALL,
        DROPPED,
        CLOSE
    }

    private static final Way[] MOSTLY = {
        Way.TRY,
        Way.ACQUIRE,
        Way.ACQUIRE,
        Way.ACQUIRE,
        Way.ASYNC,
        Way.INTERRUPTED,
        Way.CANCELLED,
        Way.VIEW,
        Way.LOCK,
        Way.WITH_LOCK,
        Way.CAPPED,
        Way.RENEWED_BY_HAND,
        Way.AGAIN_AFTER_A_LOSS,
        Way.ALL
    };

    private static final int[] LEASES = {600, 2_000, 6_000};

    static Call by(Chance chance) {
        int dice = chance.below(40);
        Way way = dice == 0 ? Way.CLOSE : dice == 1 ? Way.DROPPED : MOSTLY[chance.below(MOSTLY.length)];
        int lease = LEASES[chance.below(LEASES.length)];
        return new Call(
                way,
                chance.below(4) == 0 ? "b" : "a",
                chance.below(3) == 0 ? chance.below(700) : 0,
                chance.below(4) == 0 ? 20_000 : 1 + chance.below(3_000),
                lease,
                chance.below(4) != 0,
                chance.below(3) == 0 ? chance.below(2 * lease) : chance.below(60),
                chance.below(800));
    }

    /** The same for the lock and the lease that all of a crowd ask for, so that one of them can follow another. */
    Call inCrowd() {
        return new Call(way, "a", pause, limit, LEASES[1], true, hold, extra);
    }

    String text() {
        return String.join(
                ",",
                way.name(),
                name,
                Integer.toString(pause),
                Integer.toString(limit),
                Integer.toString(lease),
                Boolean.toString(renewed),
                Integer.toString(hold),
                Integer.toString(extra));
    }

    /** From words of which the first two say whose it is. */
    static Call parse(String[] words) {
        return new Call(
                Way.valueOf(words[2]),
                words[3],
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                Integer.parseInt(words[6]),
                Boolean.parseBoolean(words[7]),
                Integer.parseInt(words[8]),
                Integer.parseInt(words[9]));
    }

    /** The cap on the hold, if there is one. */
    int cap() {
        return 100 + extra;
    }

    String words() {
        String how = way.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String lock = way == Way.ALL ? "'a' and 'b'" : "'" + name + "'";
        return way == Way.CLOSE
                ? "after " + pause + " ms: closes its client"
                : "after " + pause + " ms: " + how + " " + lock + ", waits up to " + limit + " ms, lease " + lease
                        + " ms"
                        + (renewed ? ", renewed" : "") + ", holds it for " + hold + " ms"
                        + (way == Way.CANCELLED || way == Way.INTERRUPTED || way == Way.LOCK
                                ? ", given up after " + extra + " ms"
                                : way == Way.CAPPED ? ", but at most " + cap() + " ms" : "");
    }
}
