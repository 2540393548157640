// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.time;

import java.time.Duration;

/** Time since its creation, on the monotonic clock. Immutable. */
public final class Stopwatch {

    private final long start = System.nanoTime();

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
