// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import dev.interlock.HandleState;
import dev.interlock.LockName;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.hold.Holds;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an acquisition of several locks holds by now, and how long it may hold that while it waits for more. Confined to
 * its steps.
 */
final class HeldParts {

    private static final long FIRST_PATIENCE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long MOST_PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();

    private final Holds holds;
    private final TreeMap<LockName, Hold> members = new TreeMap<>();
    private long patienceNanos = FIRST_PATIENCE_NANOS;
    private long sinceNanos;

    HeldParts(Holds holds) {
        this.holds = holds;
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    void add(Hold hold) {
        if (members.isEmpty()) {
            sinceNanos = holds.machine.nanoTime();
        }
        members.put(hold.grant().attempt().name(), hold);
    }

    /** One that is lost already; null if there is none. */
    @Nullable
    LockName firstLost() {
        return members.values().stream()
                .filter(hold -> hold.state() == HandleState.LOST)
                .map(hold -> hold.grant().attempt().name())
                .findFirst()
                .orElse(null);
    }

    /** Those of the names that are not held, in their order. */
    List<LockName> missing(Collection<LockName> names) {
        return names.stream().filter(name -> !members.containsKey(name)).toList();
    }

    /**
     * Whether the caller may wait for a lock while it has these: only for one that comes after all of them. As every
     * caller waits upwards, no two callers wait for each other.
     */
    boolean mayWaitFor(LockName name) {
        return members.isEmpty() || (name.compareTo(members.lastKey()) > 0 && patienceNanos() > 0);
    }

    /** How much longer others may be kept from these. */
    long patienceNanos() {
        return patienceNanos - (holds.machine.nanoTime() - sinceNanos);
    }

    /** Gives all of them back; next time there is more patience. */
    void giveBack() {
        MultiHold.release(holds.backend, letGo());
    }

    /** The same without waiting for the store, which has just not answered, or could not do what it was asked for. */
    void giveBackInBackground() {
        MultiHold.releaseInBackground(letGo());
    }

    private List<Hold> letGo() {
        List<Hold> all = List.copyOf(members.values());
        if (!all.isEmpty()) {
            patienceNanos = Math.min(2 * patienceNanos, MOST_PATIENCE_NANOS);
            members.clear();
        }
        return all;
    }

    /** The hold of all of them; this has none from then on. */
    MultiHold toHold() {
        MultiHold hold = new MultiHold(holds, List.copyOf(members.values()));
        members.clear();
        return hold;
    }
}
