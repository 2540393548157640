// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jfr;

import com.sun.management.ThreadMXBean;
import dev.interlock.LockCall;
import dev.interlock.LockEvent;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import jdk.jfr.Recording;

/**
 * The cost of this module's listener for an acquisition with its release, in nanoseconds and in bytes: while no recording
 * runs, while one leaves short waits and holds out, and while one has all of them. The client, which makes and delivers the
 * events, is not in it. A program for the numbers in {@code docs/tracing.md}; each is the best of several rounds.
 */
final class CostOfEvents {

    private static final int PAIRS = 1_000_000;
    private static final int ROUNDS = 8;
    private static final LockEvent ACQUIRED = new LockEvent.Acquired("order-7", 7, Duration.ofMillis(2));
    private static final LockEvent RELEASED = new LockEvent.Released("order-7", 7, Duration.ofMillis(2));
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private CostOfEvents() {}

    public static void main(String[] args) {
        System.out.println(Runtime.version());
        measure("no recording");
        recorded("recording from 1 ms on", Duration.ofMillis(1));
        recorded("recording all", Duration.ZERO);
        measure("recording over");
    }

    private static void recorded(String what, Duration threshold) {
        try (Recording recording = new Recording()) {
            recording.enable(LockJfrEvents.WAIT).withThreshold(threshold);
            recording.enable(LockJfrEvents.HOLD).withThreshold(threshold);
            recording.setMaxSize(64 << 20);
            recording.start();
            measure(what);
        }
    }

    private static void measure(String what) {
        LockJfrEvents events = new LockJfrEvents("memory");
        double nanos = Double.MAX_VALUE;
        double bytes = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            for (int pair = 0; pair < PAIRS; pair++) {
                LockCall call = events.called("order-7");
                if (call != null) {
                    call.ended(ACQUIRED);
                }
                events.on(ACQUIRED);
                events.on(RELEASED);
            }
            nanos = Math.min(nanos, (double) (System.nanoTime() - start) / PAIRS);
            bytes = Math.min(bytes, (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / PAIRS);
        }
        System.out.printf("%-25s %6.0f ns %6.0f bytes%n", what, nanos, bytes);
    }
}
