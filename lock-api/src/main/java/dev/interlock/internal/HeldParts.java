// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.HandleState;
import dev.interlock.LockName;
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

    private final Engine engine;
    private final TreeMap<LockName, Tenure> tenures = new TreeMap<>();
    private long patienceNanos = FIRST_PATIENCE_NANOS;
    private long sinceNanos;

    HeldParts(Engine engine) {
        this.engine = engine;
    }

    boolean isEmpty() {
        return tenures.isEmpty();
    }

    void add(Tenure tenure) {
        if (tenures.isEmpty()) {
            sinceNanos = engine.clock.nanoTime();
        }
        tenures.put(tenure.grant().attempt().name(), tenure);
    }

    /** One that is lost already; null if there is none. */
    @Nullable
    LockName firstLost() {
        return tenures.values().stream()
                .filter(tenure -> tenure.state() == HandleState.LOST)
                .map(tenure -> tenure.grant().attempt().name())
                .findFirst()
                .orElse(null);
    }

    /** Those of the names that are not held, in their order. */
    List<LockName> missing(Collection<LockName> names) {
        return names.stream().filter(name -> !tenures.containsKey(name)).toList();
    }

    /**
     * Whether a lock may be waited for with these in hand: only one that comes after all of them, as everybody does, so
     * that nobody waits for somebody who waits for him.
     */
    boolean mayWaitFor(LockName name) {
        return tenures.isEmpty() || (name.compareTo(tenures.lastKey()) > 0 && patienceNanos() > 0);
    }

    /** How much longer others may be kept from these. */
    long patienceNanos() {
        return patienceNanos - (engine.clock.nanoTime() - sinceNanos);
    }

    /** Gives all of them back; next time there is more patience. */
    void giveBack() {
        MultiHold.release(engine, letGo());
    }

    /** The same without waiting for the store, which has just not answered, or could not do what it was asked for. */
    void giveBackInBackground() {
        MultiHold.releaseInBackground(letGo());
    }

    private List<Tenure> letGo() {
        List<Tenure> all = List.copyOf(tenures.values());
        if (!all.isEmpty()) {
            patienceNanos = Math.min(2 * patienceNanos, MOST_PATIENCE_NANOS);
            tenures.clear();
        }
        return all;
    }

    /** They belong to the user from now on. */
    MultiHold handOver() {
        MultiHold hold = new MultiHold(engine, List.copyOf(tenures.values()));
        tenures.clear();
        return hold;
    }
}
