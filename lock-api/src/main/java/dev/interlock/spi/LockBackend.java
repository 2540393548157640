// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A store that keeps locks, seen through single steps. Every step is bounded in time as a whole, with the wait for a
 * connection (rule ERR-8), checks ownership and acts on it in one atomic action of the store, and never waits for a
 * lock. Thread-safe.
 *
 * <p>Failures are outcomes, not exceptions: <em>refused</em> means surely not executed, <em>unknown</em> means perhaps
 * executed, or still on its way. What a step throws nevertheless counts as unknown.
 */
public interface LockBackend extends AutoCloseable {

    /**
     * What this backend can do.
     *
     * @return the same value at every call after {@link #start}
     */
    Capabilities capabilities();

    /**
     * Where the locks are, for messages: kind of store, host and port, prefix; no secrets.
     *
     * @return such as {@code redis at 127.0.0.1:6379}
     */
    String store();

    /**
     * Makes the backend ready and checks that the store offers what it needs. Called once, before everything else but
     * {@link #store}.
     *
     * @param context the clock, and where to report
     * @throws LockUnavailableException if the store cannot be reached or lacks something; the backend is closed
     *     afterwards
     */
    void start(BackendContext context);

    /**
     * What the store turned out to be, for the line that each client writes to the log when it has started.
     *
     * @return the same value at every call after {@link #start}; the kind of store if the backend knows no more
     */
    default StoreDescription description() {
        return new StoreDescription(capabilities().backend(), List.of());
    }

    /**
     * Tries once to acquire. Idempotent per attempt id: if that attempt owns the lock already, the outcome is its grant
     * with the same token, and the lease may run anew.
     *
     * @param attempt what to acquire
     * @return how it ended
     */
    AcquireOutcome tryAcquire(Attempt attempt);

    /**
     * Lets the lease of a grant run anew, if the attempt still owns the lock. Idempotent; never creates a lock.
     *
     * @param grant what was granted
     * @param lease how long from now on
     * @return how it ended
     */
    RenewOutcome renew(Grant grant, Duration lease);

    /**
     * Frees the lock if the attempt owns it. Idempotent; also withdraws an attempt whose outcome is unknown.
     *
     * @param attempt whose lock
     * @return how it ended
     */
    ReleaseOutcome release(Attempt attempt);

    /**
     * Looks up who has a lock.
     *
     * @param name the lock
     * @return the holder, or empty if nobody has it
     * @throws LockUnavailableException if the store did not answer
     */
    Optional<Holder> inspect(LockName name);

    /**
     * Enters the queue for a lock, without I/O: the first attempt does that.
     *
     * @param attempt what to acquire
     * @return the stay in the queue
     */
    default Contest contest(Attempt attempt) {
        return Contest.polling(this, attempt);
    }

    /**
     * How to do a step for many locks in one request.
     *
     * @return the same value at every call after {@link #start}; empty if the store is asked for one lock at a time
     */
    default Optional<BulkSteps> bulk() {
        return Optional.empty();
    }

    /**
     * Frees what the backend opened itself; never throws. Locks still held are left to their leases.
     * Takes no longer than a step may, also if the store does not answer (rule ERR-9).
     *
     * <p>Called once, on a thread of its own. No step begins afterwards; steps that did not end within the client's
     * {@link dev.interlock.ClientOptions#closeTimeout} may still be under way, and should come to an end by this. The
     * client waits for it to return as long as that time-out lets it, and for a second at least.
     */
    @Override
    void close();
}
