// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import dev.interlock.LeaseRange;
import dev.interlock.LockEvent;
import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.internal.event.EventDispatcher;
import dev.interlock.internal.machine.Machine;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one client that follow how long its holds took, name by name. A lease is so long that most holds end
 * before their first renewal, and no longer: that is how soon others get in after a crash. Names that are idle are
 * forgotten, and at most {@value #MOST_NAMES} are known. Thread-safe.
 */
public final class AdaptiveLeases {

    public static final int MOST_NAMES = 1_000;

    public static final Duration IDLE = Duration.ofHours(1);

    /** A renewal is due after a quarter of a lease at the earliest ({@link RenewalPace}): then the hold is over. */
    private static final int HOLDS_IN_A_LEASE = 4;

    /** An expiry alone moves the percentile: too short a lease costs more than too long a one. */
    private static final int WEIGHT_OF_AN_EXPIRY = HoldTimes.FOLLOWS_LONGER + 1;

    private final ReentrantLock guard;
    private final Map<LockName, Measured> names = new LinkedHashMap<>(16, 0.75f, true);
    private final Machine machine;
    private final EventDispatcher events;

    public AdaptiveLeases(Machine machine, EventDispatcher events) {
        guard = machine.lock();
        this.machine = machine;
        this.events = events;
    }

    /** The same options with the lease that the holds so far suggest; unchanged if they suggest none. */
    public EffectiveOptions chosen(LockName name, EffectiveOptions asked) {
        LeaseRange range = asked.adaptiveLease();
        if (range == null) {
            return asked;
        }
        Choice choice = choice(name, asked.lease(), range);
        if (choice == null) {
            return asked;
        }
        if (choice.isNews()) {
            events.publish(() -> new LockEvent.LeaseAdapted(
                    name.value(), choice.lease, choice.reported, choice.held, choice.samples));
        }
        return asked.withLease(choice.lease);
    }

    /** A hold that adapts ended by its release, or at its cap. */
    public void ended(LockName name, long heldNanos) {
        count(name, TimeUnit.NANOSECONDS.toMillis(heldNanos), 1);
    }

    /**
     * A hold was lost. One whose lease ended although it was to be renewed counts as one that needed the longest lease;
     * how long the work would have taken is known of one at its cap only.
     *
     * @param range the bounds of the lease; null if it does not adapt
     * @param renewed whether the lease was to be renewed
     */
    public void lost(LockName name, @Nullable LeaseRange range, boolean renewed, LossCause cause, long heldNanos) {
        if (range != null && cause == LossCause.EXPIRED && renewed) {
            count(name, range.longest().toMillis(), WEIGHT_OF_AN_EXPIRY);
        } else if (range != null && cause == LossCause.MAX_HOLD) {
            ended(name, heldNanos);
        }
    }

    /** How many names are known. */
    public int size() {
        guard.lock();
        try {
            return names.size();
        } finally {
            guard.unlock();
        }
    }

    private @Nullable Choice choice(LockName name, Duration start, LeaseRange range) {
        guard.lock();
        try {
            forgetIdle();
            Measured measured = names.get(name);
            if (measured == null) {
                return null;
            }
            measured.usedNanos = machine.nanoTime();
            if (measured.holds.samples() < HoldTimes.ENOUGH) {
                return null;
            }
            Duration held = Duration.ofMillis(measured.holds.percentileMillis());
            Duration lease = EffectiveOptions.nearest(range, held.multipliedBy(HOLDS_IN_A_LEASE));
            Choice choice = new Choice(
                    lease, measured.reported == null ? start : measured.reported, held, measured.holds.samples());
            if (choice.isNews()) {
                measured.reported = lease;
            }
            return choice;
        } finally {
            guard.unlock();
        }
    }

    private void count(LockName name, long millis, int weight) {
        guard.lock();
        try {
            forgetIdle();
            Measured measured = names.computeIfAbsent(name, unknown -> new Measured());
            measured.usedNanos = machine.nanoTime();
            measured.holds.add(millis, weight);
            if (names.size() > MOST_NAMES) {
                names.keySet().remove(names.keySet().iterator().next());
            }
        } finally {
            guard.unlock();
        }
    }

    /** Those that were used longest ago come first. */
    private void forgetIdle() {
        long now = machine.nanoTime();
        Iterator<Measured> oldest = names.values().iterator();
        while (oldest.hasNext()) {
            if (now - oldest.next().usedNanos <= IDLE.toNanos()) {
                return;
            }
            oldest.remove();
        }
    }

    private static final class Measured {

        private final HoldTimes holds = new HoldTimes();
        private long usedNanos;
        private @Nullable Duration reported;
    }

    private record Choice(Duration lease, Duration reported, Duration held, int samples) {

        /** Whether the lease is more than half as long again as the one reported last, or less than two thirds of it. */
        boolean isNews() {
            return lease.toMillis() * 2 > reported.toMillis() * 3 || reported.toMillis() * 2 > lease.toMillis() * 3;
        }
    }
}
