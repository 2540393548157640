// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.internal.machine.ClientThreads;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The releases of one client whose callers do not wait for the store. They have few threads, which a store that hangs
 * can keep, so a release that waits for one has a bound: after it, the lock is left to the background. Thread-safe.
 */
public final class ReleaseQueue {

    /** How long a release waits for a thread. */
    static final Duration BOUND = Duration.ofSeconds(5);

    private final ClientThreads threads;

    ReleaseQueue(ClientThreads threads) {
        this.threads = threads;
    }

    /**
     * Has releases sent that have begun.
     *
     * @param requests of one hold, or of a set
     * @param send sends them, on a thread that may block
     */
    public void add(List<Release> requests, Consumer<List<Release>> send) {
        QueuedRelease queued = new QueuedRelease(requests, send, threads.timers);
        queued.expireAt(threads.machine.nanoTime() + BOUND.toNanos());
        threads.releases.execute(queued);
    }
}
