// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import dev.interlock.LockClock;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Ends leases by the client's clock, since ZooKeeper knows sessions only. */
final class LeaseTimer {

    private final Map<AttemptId, Long> ends = new ConcurrentHashMap<>();
    private final Consumer<Attempt> end;

    LeaseTimer(Consumer<Attempt> end) {
        this.end = end;
    }

    /** The lease ends then, or later if that was asked for before. */
    void keepUntil(LockClock clock, Attempt attempt, long endNanos) {
        ends.merge(attempt.id(), endNanos, (one, other) -> other - one > 0 ? other : one);
        clock.schedule(endNanos - clock.nanoTime(), () -> {
            Long last = ends.get(attempt.id());
            if (last != null && last - clock.nanoTime() <= 0) {
                ends.remove(attempt.id());
                end.accept(attempt);
            }
        });
    }
}
