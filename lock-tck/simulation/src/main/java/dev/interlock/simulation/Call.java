// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;
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
 * @param delay how long the lock stays closed after a loss, where the store can do that
 */
record Call(Way way, String name, int pause, int limit, int lease, boolean renewed, int hold, int extra, int delay) {

    /** How a lock is acquired, or what else is done. */
    enum Way {
        TRY,
        TRY_FOR,
        ACQUIRE,
        INTERRUPTED,
        ASYNC,
        CANCELLED,
        VIEW,
        LOCK,
        LOCK_INTERRUPTIBLY,
        WITH_LOCK,
        CAPPED,
        RENEWED_BY_HAND,
        AGAIN_AFTER_A_LOSS,
        ALL,
        TRY_ALL,
        DROPPED,
        CLOSE
    }

    private static final Way[] MOSTLY = {
        Way.TRY,
        Way.TRY_FOR,
        Way.ACQUIRE,
        Way.ACQUIRE,
        Way.ACQUIRE,
        Way.ASYNC,
        Way.INTERRUPTED,
        Way.CANCELLED,
        Way.VIEW,
        Way.LOCK,
        Way.LOCK_INTERRUPTIBLY,
        Way.WITH_LOCK,
        Way.CAPPED,
        Way.RENEWED_BY_HAND,
        Way.AGAIN_AFTER_A_LOSS,
        Way.ALL,
        Way.TRY_ALL
    };

    static final List<String> NAMES = List.of("a", "b", "c");

    /** The first two are no whole numbers of what a store may count in. */
    private static final int[] LEASES = {690, 2_300, 6_000};

    private static final int LONG_LIMIT = 20_000;

    private static final int[] DELAYS = {300, 3_000};

    static Call by(Chance chance) {
        int dice = chance.below(40);
        Way way = dice == 0 ? Way.CLOSE : dice == 1 ? Way.DROPPED : MOSTLY[chance.below(MOSTLY.length)];
        int lease = LEASES[chance.below(LEASES.length)];
        int lock = chance.below(8);
        return new Call(
                way,
                lock == 0 ? "b" : lock == 1 ? "c" : "a",
                chance.below(3) == 0 ? chance.below(700) : 0,
                chance.below(4) == 0 ? LONG_LIMIT : 1 + chance.below(3_000),
                lease,
                chance.below(4) != 0,
                chance.below(3) == 0 ? chance.below(2 * lease) : chance.below(60),
                chance.below(800),
                chance.below(6) == 0 ? DELAYS[chance.below(DELAYS.length)] : 0);
    }

    /** The same for the lock and the lease that all of a crowd ask for, so that one of them can follow another. */
    Call inCrowd() {
        return new Call(way, "a", pause, limit, LEASES[1], true, hold, extra, 0);
    }

    /** The same for a set, or for one of the locks of which the others ask for sets. */
    Call inCrowdOfSets() {
        int patient = delay > 0 ? limit : LONG_LIMIT;
        return new Call(
                extra % 3 == 0 ? Way.ACQUIRE : Way.ALL,
                hold % 2 == 0 ? "a" : "b",
                pause,
                patient,
                LEASES[1],
                true,
                hold,
                extra,
                0);
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
                Integer.toString(extra),
                Integer.toString(delay));
    }

    /** From words of which the first two say whose it is; without the last in cases from before there were delays. */
    static Call parse(String[] words) {
        return new Call(
                Way.valueOf(words[2]),
                words[3],
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                Integer.parseInt(words[6]),
                Boolean.parseBoolean(words[7]),
                Integer.parseInt(words[8]),
                Integer.parseInt(words[9]),
                words.length > 10 ? Integer.parseInt(words[10]) : 0);
    }

    /** Whether it waits for days rather than for its limit. */
    boolean isPatient() {
        return (way == Way.TRY_FOR || way == Way.ASYNC) && limit == LONG_LIMIT && extra % 2 == 1;
    }

    /** Whether it may hold the lock for so long only. */
    boolean isCapped() {
        return way == Way.CAPPED || (way == Way.TRY_FOR && extra % 2 == 0);
    }

    /** The cap on the hold, if there is one. */
    int cap() {
        return 100 + extra;
    }

    /** The locks of a set, in the order in which they are asked for. */
    List<String> set() {
        return switch (extra % 4) {
            case 0 -> List.of("c", "a", "b");
            case 1 -> List.of("b", "a");
            default -> List.of("a", "b");
        };
    }

    boolean isOfSet() {
        return way == Way.ALL || way == Way.TRY_ALL;
    }

    private boolean isGivenUp() {
        return way == Way.CANCELLED || way == Way.INTERRUPTED || way == Way.LOCK || way == Way.LOCK_INTERRUPTIBLY;
    }

    String words() {
        String how = way.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String lock = isOfSet() ? String.join(" and ", set()) : "'" + name + "'";
        return way == Way.CLOSE
                ? "after " + pause + " ms: closes its client"
                : "after " + pause + " ms: " + how + " " + lock + ", waits up to " + limit + " ms"
                        + (isPatient() ? " or days" : "")
                        + ", lease " + lease
                        + " ms"
                        + (renewed ? ", renewed" : "") + ", holds it for " + hold + " ms"
                        + (delay > 0 ? ", closed for " + delay + " ms after a loss" : "")
                        + (isGivenUp()
                                ? ", given up after " + extra + " ms"
                                : isCapped() ? ", but at most " + cap() + " ms" : "");
    }
}
