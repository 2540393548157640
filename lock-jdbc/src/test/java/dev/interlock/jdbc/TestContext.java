// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** What a backend needs of an engine, with the machine's clock. Its reports go nowhere, since mode lease makes none. */
final class TestContext implements BackendContext, AutoCloseable {

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();

    @Override
    public LockClock clock() {
        return new LockClock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public long wallMillis() {
                return System.currentTimeMillis();
            }

            @Override
            public Timer schedule(long delayNanos, Runnable task) {
                ScheduledFuture<?> scheduled = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
                return () -> scheduled.cancel(false);
            }
        };
    }

    @Override
    public void reportLost(AttemptId id, String detail) {
        throw new AssertionError(detail);
    }

    @Override
    public void reportUncertain(AttemptId id, String detail) {
        throw new AssertionError(detail);
    }

    @Override
    public void close() {
        timers.shutdownNow();
    }
}
