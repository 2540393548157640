// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.guard;

import dev.interlock.guard.FencingClaim;
import dev.interlock.report.benchmark.Contender;
import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.tck.guard.GuardedStore;
import org.jspecify.annotations.Nullable;

/** A guard under test with a resource behind it. Used by one thread, except by the two holders of a trial. */
public interface GuardUnderTest extends AutoCloseable {

    /**
     * The guard.
     *
     * @return such as {@code SQL on mysql}
     */
    String name();

    /**
     * A number behind the guard.
     *
     * @param lockName the lock that protects it
     * @return a new number, at 0
     */
    GuardedStore store(String lockName);

    /**
     * Describes an update, with or without the guard.
     *
     * @return the description
     */
    String update();

    /**
     * Updates behind the guard.
     *
     * @param claim the claim that each update shows
     * @return one update of a thread's own number
     */
    Contender.Operation guarded(FencingClaim claim);

    /**
     * The same updates without a guard.
     *
     * @return one update of a thread's own number
     */
    Contender.Operation plain();

    /**
     * The server's counter.
     *
     * @return the counter, null if there is no server, or if it has other users
     */
    @Nullable
    RequestCounter counter();

    /** Frees the resources of the updates. */
    @Override
    void close();
}
