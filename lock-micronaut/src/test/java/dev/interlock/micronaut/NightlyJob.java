// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import dev.interlock.annotation.OnContention;
import io.micronaut.context.annotation.Requires;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;

/** A job of which each instance has its own clock and its own tick. */
@Singleton
@Requires(property = "test.nightly", value = "true")
class NightlyJob implements LockListener {

    final AtomicInteger runs = new AtomicInteger();
    final AtomicInteger skipped = new AtomicInteger();

    @Scheduled(initialDelay = "10ms", fixedDelay = "1h")
    @Locked(value = "nightly", onContention = OnContention.SKIP, minHold = "10m", maxHold = "1h")
    void run() {
        runs.incrementAndGet();
    }

    @Override
    public void on(LockEvent event) {
        if (event instanceof LockEvent.Taken) {
            skipped.incrementAndGet();
        }
    }
}
