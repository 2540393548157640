// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.LockClock;
import java.time.Duration;

/**
 * When a write was sent that the quorum has executed for our session: so long after that as a session lasts, the session
 * cannot have ended at the servers, nor its nodes be gone. Immutable.
 *
 * <p>Nothing else proves that. A server that is cut off from the others answers reads, also behind a {@code sync} if it
 * is a leader that was deposed; and the news of a node's end may have been on its way to us for any time.
 *
 * @param sentNanos the client's monotonic clock before the write was sent
 * @param sentMillis the wall clock then: it runs on while the machine sleeps, as sessions do
 */
record ZookeeperProof(long sentNanos, long sentMillis) {

    /** Which part of a lease a proof may have used up: the rest is what the holder gets. */
    private static final int USED_SHARE = 20;

    /** How far the clocks may have drifted apart since before the machine is taken to have slept. */
    private static final long SLEPT_NANOS = Duration.ofMillis(100).toNanos();

    /** The proof of what is sent from now on, if the quorum executes it. */
    static ZookeeperProof sentNow(LockClock clock) {
        return new ZookeeperProof(clock.nanoTime(), clock.wallMillis());
    }

    /** Whether a lease that counts from this proof is still nearly a whole one. */
    boolean sufficesFor(Duration lease, LockClock clock) {
        long age = clock.nanoTime() - sentNanos;
        long ageByWallClock = Duration.ofMillis(clock.wallMillis() - sentMillis).toNanos();
        return age <= lease.toNanos() / USED_SHARE && Math.abs(ageByWallClock - age) <= SLEPT_NANOS;
    }
}
