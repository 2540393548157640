// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.counter;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Time that passes between the reading and the writing, like the call of another service. Thread-safe. */
public class SimulatedWork {

    private final long nanos;

    /**
     * Work of a given length.
     *
     * @param time the length of each call of {@link #between}, by this instance's clock; zero for no work
     */
    public SimulatedWork(Duration time) {
        this.nanos = time.toNanos();
    }

    /**
     * Works for one request.
     *
     * @param request its id
     */
    public void between(String request) {
        if (nanos > 0) {
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS)
                    .join();
        }
    }
}
