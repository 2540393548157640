// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.List;

/**
 * A number of permits that all clients share. An immutable value object that is cheap to create. Thread-safe.
 *
 * <pre>{@code
 * DistributedSemaphore exports = client.semaphore("exports", 5);
 * exports.permit().runWithLock(handle -> export.run()); // at most five at a time, in all processes
 * }</pre>
 *
 * <p>A permit is a lease, as a lock is: the client renews it, a loss is reported, and the permit of a crashed process
 * comes back when its lease has ended. Requests are served in the order in which they came. One that needs several
 * permits is not overtaken by others that need fewer.
 *
 * <p><b>The limit</b> is kept with the permits at the store. A client that asks with another limit is refused with
 * {@link LockUnavailableException}, unless no permit is held or waited for. To change it, stop all clients first.
 *
 * <p><b>Tokens</b> tell grants apart and grow with each. A guard cannot refuse a permit by its token: an older one may
 * still be valid.
 *
 * <p><b>Names.</b> {@code client.lock("exports")} is another lock. Events, meters and messages name a permit
 * {@code exports/1-of-5#2}: the second of this client.
 */
public interface DistributedSemaphore {

    /**
     * The name of the semaphore.
     *
     * @return the name as given by the user
     */
    String name();

    /**
     * How many permits there are.
     *
     * @return the limit, at least 1
     */
    int limit();

    /**
     * One permit, to be acquired and released as a lock. It has no view by {@link DistributedLock#asLock}.
     *
     * @return a lock that at most {@link #limit} callers hold at a time
     */
    @CheckReturnValue
    default DistributedLock permit() {
        return permits(1);
    }

    /**
     * Several permits, all or none.
     *
     * @param count how many
     * @return as {@link #permit}
     * @throws IllegalArgumentException if the number is not between 1 and {@link #limit}
     */
    @CheckReturnValue
    DistributedLock permits(int count);

    /**
     * Asks the store who has permits now.
     *
     * @return the holders, in the order of their grants
     * @throws LockUnavailableException if the store did not answer
     */
    List<Holder> holders();
}
