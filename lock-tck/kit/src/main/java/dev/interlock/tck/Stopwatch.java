// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.time.Duration;

/** Time since its creation, on the monotonic clock. Immutable. */
final class Stopwatch {

    private final long start = System.nanoTime();

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
