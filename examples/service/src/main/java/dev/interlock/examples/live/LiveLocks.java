// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.live;

import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import dev.interlock.micronaut.client.CallsUnderWay;
import dev.interlock.micronaut.client.HeldLocks;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What this instance holds and waits for. No store is asked. Thread-safe. */
@Singleton
final class LiveLocks implements LockListener {

    private final HeldLocks held = new HeldLocks();
    private final LongAdder granted = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final CallsUnderWay calls;

    LiveLocks(CallsUnderWay calls) {
        this.calls = calls;
    }

    @Override
    public void on(LockEvent event) {
        held.note(event);
        if (event instanceof LockEvent.Acquired) {
            granted.increment();
        } else if (event instanceof LockEvent.Lost) {
            lost.increment();
        }
    }

    long granted() {
        return granted.sum();
    }

    long lost() {
        return lost.sum();
    }

    /** Tokens as decimal text, since they can exceed 2^53. */
    List<Map<String, String>> held() {
        return held.tokens().entrySet().stream()
                .map(each -> Map.of("lock", each.getKey(), "fencingToken", Long.toString(each.getValue())))
                .toList();
    }

    List<Map<String, Object>> waiting() {
        return calls.counts().entrySet().stream()
                .map(each -> Map.<String, Object>of("lock", each.getKey(), "count", each.getValue()))
                .toList();
    }
}
