// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.guard;

import dev.interlock.guard.FencingClaim;
import dev.interlock.report.benchmark.Contender;
import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.tck.guard.GuardedStore;
import org.jspecify.annotations.Nullable;

/**
 * A guard to be tried and measured, and a resource behind it. Used by one thread, but for the two holders of a trial.
 */
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
     * @param lockName the lock that goes with it
     * @return a fresh one, at 0
     */
    GuardedStore store(String lockName);

    /**
     * What an update is, guarded or not.
     *
     * @return in words
     */
    String update();

    /**
     * Updates behind the guard.
     *
     * @param claim shown with each
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
     * What the server counts.
     *
     * @return the counter, null if there is no server, or others use it too
     */
    @Nullable
    RequestCounter counter();

    /** Frees what the updates used. */
    @Override
    void close();
}
