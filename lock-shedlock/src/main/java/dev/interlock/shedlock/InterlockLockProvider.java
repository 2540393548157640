// SPDX-License-Identifier: Apache-2.0
package dev.interlock.shedlock;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.Renewal;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * A lock provider of ShedLock on any store of Interlock. Thread-safe; the locks that it returns are for one thread at a
 * time, as those of other providers.
 *
 * <pre>{@code
 * @Bean
 * LockProvider lockProvider(LockClient client) {
 *     return new InterlockLockProvider(client);
 * }
 * }</pre>
 *
 * <ul>
 *   <li>{@code lockAtMostFor} is the lease, by the store's clock, and the client does not renew it. After a crash the lock
 *       stays taken until that time. A lease has at least 1 s, or what the store needs, and is longer than
 *       {@code lockAtLeastFor} by 1 s and 2 percent. A {@code lockAtMostFor} under 1 s is ended by this client, by its own
 *       clock, and a job that outlives it is not reported.
 *   <li>{@code lockAtLeastFor} counts from the grant, by this client's clock. If the job ends earlier, the client keeps
 *       the lock and releases it then. No store has such a minimum of its own. After a crash meanwhile the lock stays
 *       taken until {@code lockAtMostFor}. A close of the client frees it at once, before the minimum is over.
 *   <li>An extension is one renewal. It never shortens a lock.
 *   <li>An unlock after the lock was lost throws {@link LockLostException}: the job ran longer than {@code lockAtMostFor},
 *       and another instance may have run it at the same time. ShedLock unlocks in a {@code finally} block, so this
 *       exception replaces one of the job.
 *   <li>The time at which ShedLock created the configuration is not used: no clocks of different machines are compared.
 *   <li>A store with a longest lease ({@link dev.interlock.Capabilities#maxLease()}), such as ZooKeeper, refuses a longer
 *       {@code lockAtMostFor}.
 * </ul>
 */
public final class InterlockLockProvider implements ExtensibleLockProvider {

    private final LockClient client;

    /**
     * Creates the provider. No I/O.
     *
     * @param client the client, which the caller closes after the last job
     */
    public InterlockLockProvider(LockClient client) {
        this.client = Objects.requireNonNull(client, "client");
    }

    /**
     * Makes one attempt to acquire the lock, without waiting for another holder. After an exception nothing is held by
     * the caller, and ShedLock does not run the job.
     *
     * @param configuration the name, 1 to 200 bytes of UTF-8 without control characters, and the times
     * @return the lock, or empty if another holder has it
     * @throws LockUnavailableException if the store could not serve the request. The lock was not acquired.
     * @throws LockOutcomeUnknownException if the store did not answer. The client releases a possible grant in the
     *     background.
     * @throws LockClientClosedException if the client is closed
     * @throws LockException if the calling thread is interrupted. Its interrupt flag stays set.
     * @throws IllegalArgumentException if the name is not valid, or {@code lockAtMostFor} is above 365 days or above the
     *     longest lease of the store
     */
    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        Duration lease = JobLock.lease(configuration, client.capabilities());
        return granted(configuration.getName(), lease)
                .map(handle -> JobLock.granted(configuration, handle, client.capabilities()));
    }

    private Optional<LockHandle> granted(String name, Duration lease) {
        AcquireOptions once = AcquireOptions.waitAtMost(Duration.ZERO)
                .withLease(lease)
                .withRenewal(Renewal.NONE)
                // The lease is the limit, and an extension may move it.
                .withMaxHold(AcquireOptions.UNLIMITED);
        try {
            return client.lock(name).tryAcquire(once);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockException("the thread was interrupted before '" + name + "' was acquired", e);
        }
    }
}
