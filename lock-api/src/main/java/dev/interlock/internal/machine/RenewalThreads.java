// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads that renew, in two lanes, so that what hangs cannot take the threads of what does not. Half of them serve
 * the holds whose last renewal went well, and of these the one whose lease ends first. The other half serves those
 * whose last renewals did not: the one with the fewest of these first, since by their leases those that hang would
 * always come first. Thread-safe.
 */
public final class RenewalThreads {

    private final ThreadPoolExecutor steady;
    private final ThreadPoolExecutor troubled;
    private final AtomicLong sequence = new AtomicLong();

    /** At most so many threads, and two or more. */
    RenewalThreads(int threads, Machine machine) {
        int half = threads / 2;
        steady = lane("interlock-renewal", threads - half, machine);
        troubled = lane("interlock-renewal-retry", half, machine);
    }

    private static ThreadPoolExecutor lane(String prefix, int size, Machine machine) {
        return machine.pool(prefix, size, new PriorityBlockingQueue<>(), ClientThreads.DROP_AFTER_CLOSE);
    }

    /**
     * Runs a renewal when its turn comes.
     *
     * @param endNanos when the lease ends that is to be renewed
     * @param troubles how many renewals of this hold in a row failed or took long
     */
    public void execute(Runnable renewal, long endNanos, int troubles) {
        Place place = new Place(renewal, endNanos, troubles, sequence.getAndIncrement());
        (troubles == 0 ? steady : troubled).execute(place);
    }

    /** Takes no more renewals. */
    void shutdown() {
        steady.shutdown();
        troubled.shutdown();
    }

    public ThreadPoolExecutor steady() {
        return steady;
    }

    public ThreadPoolExecutor troubled() {
        return troubled;
    }

    /** A renewal in its place in the order; of two that are equal in all else the first that came. */
    record Place(Runnable renewal, long endNanos, int troubles, long sequence) implements Runnable, Comparable<Place> {

        @Override
        public void run() {
            renewal.run();
        }

        @Override
        public int compareTo(Place other) {
            int byTroubles = Integer.compare(troubles, other.troubles);
            // By difference: readings of the monotonic clock may wrap.
            int byEnd = byTroubles != 0 ? byTroubles : Long.signum(endNanos - other.endNanos);
            return byEnd != 0 ? byEnd : Long.compare(sequence, other.sequence);
        }
    }
}
