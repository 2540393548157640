// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;
import java.util.Locale;

/**
 * One step of a caller: acquires a lock in some way, holds it for a while, and releases it. Times are milliseconds.
 *
 * @param way how
 * @param name which lock
 * @param pause how long the caller pauses before
 * @param limit how long to wait for the lock at most
 * @param lease the requested lease
 * @param renewed whether the client renews the lease automatically
 * @param hold how long to hold it
 * @param extra when the call is cancelled or interrupted, or the cap on the hold
 * @param delay the lock delay after a loss, where the store supports one
 * @param retention how long the client may retain the lock after the release
 */
record Call(
        Way way,
        String name,
        int pause,
        int limit,
        int lease,
        boolean renewed,
        int hold,
        int extra,
        int delay,
        int retention) {

    /** How a lock is acquired, or which other step it is. */
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

    /** Parts of a lock for readers and writers, some more often than others. */
    private static final List<String> READ_WRITE = List.of("s/read", "s/read", "s/read", "s/write", "s/write");

    /** Parts of a semaphore. */
    private static final List<String> PERMITS = List.of("t/1-of-2", "t/1-of-2", "t/2-of-2");

    /** The locks that several may hold, as the store knows them. */
    static final List<String> SHARED_NAMES = List.of("s", "t");

    /** One part in this many is of the other lock that several may hold, and one is an exclusive lock. */
    private static final int OTHER_LOCK = 8;

    /** The first two are not multiples of the units in which stores may count. */
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
                chance.below(6) == 0 ? DELAYS[chance.below(DELAYS.length)] : 0,
                0);
    }

    /** The same call with the lock and lease of the whole crowd, so that one caller can follow another. */
    Call inCrowd() {
        return new Call(way, "a", pause, limit, LEASES[1], true, hold, extra, 0, 0);
    }

    /** The same call for a set, or for one lock of the sets that the other callers request. */
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
                0,
                0);
    }

    /**
     * The same call for a part of a lock that several may hold, in a way that every part has. Half of the readers ask for
     * what the others ask for, so that they use one grant.
     *
     * @param permits whether most calls are for permits, and not for readers and writers
     */
    Call forPart(Chance chance, boolean permits) {
        int dice = chance.below(OTHER_LOCK);
        if (way == Way.CLOSE || dice == 0) {
            return this;
        }
        List<String> parts = permits == (dice != 1) ? PERMITS : READ_WRITE;
        boolean usual = chance.below(2) == 0;
        return new Call(
                switch (way) {
                    case VIEW, LOCK, LOCK_INTERRUPTIBLY -> Way.ACQUIRE;
                    case ALL -> Way.ASYNC;
                    case TRY_ALL -> Way.TRY;
                    default -> way;
                },
                parts.get(chance.below(parts.size())),
                pause,
                limit,
                usual ? LEASES[LEASES.length - 1] : lease,
                usual || renewed,
                hold,
                extra,
                0,
                0);
    }

    /** The same call by a client that may retain the lock. */
    Call retaining(int millis) {
        return new Call(way, name, pause, limit, lease, renewed, hold, extra, delay, millis);
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
                        Integer.toString(delay))
                + (retention == 0 ? "" : "," + retention);
    }

    /**
     * Parses words, of which the first two name the client and the caller. Cases from before there were lock delays
     * lack the last word; those without retention have none for it.
     */
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
                words.length > 10 ? Integer.parseInt(words[10]) : 0,
                words.length > 11 ? Integer.parseInt(words[11]) : 0);
    }

    /** Whether it waits for days instead of for its limit. */
    boolean isPatient() {
        return (way == Way.TRY_FOR || way == Way.ASYNC) && limit == LONG_LIMIT && extra % 2 == 1;
    }

    /** Whether the hold has a cap. */
    boolean isCapped() {
        return way == Way.CAPPED || (way == Way.TRY_FOR && extra % 2 == 0);
    }

    /** The cap on the hold, if there is one. */
    int cap() {
        return 100 + extra;
    }

    /** The locks of a set, in the order of the request. */
    List<String> set() {
        return switch (extra % 4) {
            case 0 -> List.of("c", "a", "b");
            case 1 -> List.of("b", "a");
            default -> List.of("a", "b");
        };
    }

    /** Whether it is for a part of a lock that several may hold. */
    boolean isOfShare() {
        return name.contains("/");
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
                        + (retention > 0 ? ", retained for " + retention + " ms" : "")
                        + (isGivenUp()
                                ? ", given up after " + extra + " ms"
                                : isCapped() ? ", but at most " + cap() + " ms" : "");
    }
}
