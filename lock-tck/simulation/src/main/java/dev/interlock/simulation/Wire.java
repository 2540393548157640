// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The way of one client to the store and back: each request takes its time, and has a fate. The store executes a
 * request in one moment; the client's thread waits meanwhile, as in a blocking driver.
 */
final class Wire {

    /** How long the driver waits for an answer. */
    static final long TIMEOUT_NANOS = 1_000_000_000;

    /** How much longer a driver waits that has no limit of its own. */
    static final long HANGS_NANOS = 7 * TIMEOUT_NANOS;

    /** At a store that does not answer, a compensation of the shortest lease continues for at least this long. */
    private static final long LONGEST_FREEZE_NANOS = 5 * TIMEOUT_NANOS;

    private final Schedule schedule;
    private final SimulatedProcess process;
    private final Traffic traffic;
    private final Chance chance;
    private final Delays delays;
    private final EventLoop wire;
    private final EventLoop driver;

    Wire(Schedule schedule, SimulatedProcess process, Traffic traffic, Chance chance, Delays delays) {
        this.schedule = schedule;
        this.process = process;
        this.traffic = traffic;
        this.chance = chance;
        this.delays = delays;
        wire = new EventLoop(schedule, "wire of " + process.name(), null, EventLoop.Clock.OF_THE_WORLD);
        driver = new EventLoop(schedule, "driver", process, EventLoop.Clock.OF_THE_WORLD);
    }

    Traffic traffic() {
        return traffic;
    }

    /** The clock of the store's side. */
    WorldClock clock() {
        return new WorldClock(schedule, wire);
    }

    /** Converts the times in an outcome of the store from the world's clock to the client's. */
    interface Moved<T> {
        T by(T outcome, long shift);
    }

    static IOException lost() {
        return new IOException("no answer");
    }

    /**
     * Sends a request.
     *
     * @param step what the store does
     * @param unknown the outcome if there is no answer
     * @param refused the outcome if the store certainly did nothing
     */
    <T> T exchange(
            Request<T> request, Supplier<T> step, Function<Exception, T> unknown, Supplier<T> refused, Moved<T> moved) {
        return exchange(request, step, unknown, refused, moved, SimulatedThread.NEVER);
    }

    /** When a step that begins now must end, by the clock of the world. */
    long limitNanos() {
        return schedule.now() + TIMEOUT_NANOS;
    }

    boolean isOver(long until) {
        return schedule.now() >= until;
    }

    /** What the client's monotonic clock shows. */
    long clientNanos() {
        return process.monotonic(schedule.now());
    }

    /** Sends a request of a step that has others, too, and must end by some time. */
    <T> T exchange(
            Request<T> request,
            Supplier<T> step,
            Function<Exception, T> unknown,
            Supplier<T> refused,
            Moved<T> moved,
            long until) {
        Fate fate = request.begin();
        schedule.point();
        request.sent();
        long sent = process.monotonic(schedule.now());
        long gaveUp = Math.min(until, limitNanos());
        long there = delays.way(chance);
        long back = there;
        if (fate == Fate.SLOW) {
            long most = Math.max(0, (gaveUp - schedule.now()) / 2 - 1);
            there = Math.min(most, delays.slow(chance, there));
            back = Math.min(most, delays.slow(chance, back));
        }
        if (fate != Fate.ANSWERED) {
            traffic.trouble();
        }
        if (fate == Fate.REQUEST_LOST || fate == Fate.LATE) {
            if (fate == Fate.LATE) {
                long later = delays.late(chance, traffic.losesSignal());
                traffic.sentLate(later > TIMEOUT_NANOS / 2);
                wire.at(gaveUp + later, () -> request.executedLate(step.get()));
            }
            return request.ended(unanswered(gaveUp, unknown));
        }
        schedule.rest(there);
        long frozenUntil = traffic.frozenUntil();
        if (frozenUntil > gaveUp - back && chance.below(2) == 0) {
            return request.ended(unanswered(gaveUp, unknown));
        }
        if (frozenUntil > gaveUp - back) {
            traffic.sentLate(frozenUntil - schedule.now() > LONGEST_FREEZE_NANOS);
            wire.at(frozenUntil, () -> request.executedLate(step.get()));
            return request.ended(unanswered(gaveUp, unknown));
        }
        schedule.rest(Math.max(0, frozenUntil - schedule.now()));
        if (fate == Fate.REFUSED) {
            return request.ended(refused.get());
        }
        long executed = schedule.now();
        T outcome = step.get();
        request.executed(outcome);
        if (fate == Fate.HANGS) {
            traffic.sentLate(false);
            try {
                return request.ended(unanswered(gaveUp + HANGS_NANOS, unknown));
            } finally {
                traffic.isBack();
            }
        }
        if (fate == Fate.REPLY_LOST) {
            return request.ended(unanswered(gaveUp, unknown));
        }
        if (fate == Fate.TWICE) {
            traffic.sentLate(true);
            wire.at(schedule.now() + delays.again(chance), () -> request.executedLate(step.get()));
        }
        schedule.rest(back);
        return request.ended(moved.by(outcome, sent - executed));
    }

    private <T> T unanswered(long gaveUp, Function<Exception, T> unknown) {
        schedule.blockUninterruptibly(() -> false, () -> gaveUp);
        traffic.trouble();
        return unknown.apply(lost());
    }

    /** Delivers an unsolicited message to the client. */
    void tell(Runnable news) {
        driver.at(schedule.now() + delays.way(chance), news);
    }

    /** The same for a message of which the client may get a copy. */
    void tellOnceOrTwice(Runnable news) {
        tell(news);
        if (chance.below(8) == 0) {
            driver.at(schedule.now() + delays.again(chance), news);
        }
    }
}
