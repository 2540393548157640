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
 * A lock store, as a set of single steps. Each step has a time limit as a whole, which includes the wait for a
 * connection (rule ERR-8). It checks and changes ownership in one atomic action of the store, and it never waits for a
 * lock. Thread-safe.
 *
 * <p>Failures are outcomes, not exceptions. <em>Refused</em> means that the store did not execute the step.
 * <em>Unknown</em> means that it may have executed the step, or may execute it later. If a step throws, the engine
 * treats that as unknown.
 */
public interface LockBackend extends AutoCloseable {

    /**
     * The capabilities of this backend.
     *
     * @return the same value at every call after {@link #start}
     */
    Capabilities capabilities();

    /**
     * The location of the locks, for messages: kind of store, host and port, prefix; no secrets.
     *
     * @return such as {@code redis at 127.0.0.1:6379}
     */
    String store();

    /**
     * Starts the backend and checks that the store has what the backend needs. Called once, before all other methods
     * except {@link #store}.
     *
     * @param context the clock, and the receiver of reports
     * @throws LockUnavailableException if the store cannot be reached or lacks something. The engine then closes the
     *     backend.
     */
    void start(BackendContext context);

    /**
     * The description of the store, which each client logs when it has started.
     *
     * @return the same value at every call after {@link #start}; the kind of store if the backend knows no more
     */
    default StoreDescription description() {
        return new StoreDescription(capabilities().backend(), List.of());
    }

    /**
     * Tries once to acquire a lock. Idempotent per attempt id: if the attempt already owns the lock, the outcome is its
     * grant with the same token. The lease may then start anew; it never ends earlier than it would have, since a late
     * request can arrive after a renewal for longer (rule EXP-2).
     *
     * @param attempt the attempt
     * @return the outcome
     */
    AcquireOutcome tryAcquire(Attempt attempt);

    /**
     * Renews the lease of a grant if its attempt still owns the lock. Idempotent. Never creates a lock.
     *
     * @param grant the grant
     * @param lease the new lease, counted from now
     * @return the outcome
     */
    RenewOutcome renew(Grant grant, Duration lease);

    /**
     * Releases the lock if the attempt owns it. Idempotent. The engine also uses it as compensation for an attempt with
     * an unknown outcome.
     *
     * @param attempt the owner
     * @return the outcome
     */
    ReleaseOutcome release(Attempt attempt);

    /**
     * Reads the holder of a lock.
     *
     * @param name the lock
     * @return the holder, or empty if the lock is free
     * @throws LockUnavailableException if the store did not answer
     */
    Optional<Holder> inspect(LockName name);

    /**
     * Creates a waiter for a lock. No I/O: the first attempt enters the queue.
     *
     * @param attempt the attempt
     * @return the waiter
     */
    default Contest contest(Attempt attempt) {
        return Contest.polling(this, attempt);
    }

    /**
     * The steps for a set of locks in one request.
     *
     * @return the same value at every call after {@link #start}; empty if the store supports single locks only
     */
    default Optional<BulkSteps> bulk() {
        return Optional.empty();
    }

    /**
     * The steps for locks that several may hold at once.
     *
     * @return the same value at every call after {@link #start}; empty if the store supports exclusive locks only
     */
    default Optional<ShareSteps> shares() {
        return Optional.empty();
    }

    /**
     * The watch over locks that are held for a while.
     *
     * @return the same value at every call after {@link #start}; empty if the store does not say that a lock is gone, or
     *     if the backend notices it by itself
     */
    default Optional<LossWatch> lossWatch() {
        return Optional.empty();
    }

    /**
     * The steps for an operator: list held locks, free one.
     *
     * @return the same value at every call after {@link #start}; empty if the backend does not offer them
     */
    default Optional<OperatorSteps> operator() {
        return Optional.empty();
    }

    /**
     * Closes everything that the backend opened itself. Never throws. Locks that are still held stay taken until their
     * leases end. Takes no longer than a step, even if the store does not answer (rule ERR-9).
     *
     * <p>Called once, on its own thread. No step starts afterwards. Steps that did not end within the client's
     * {@link dev.interlock.ClientOptions#closeTimeout} may still be running, and this call should end them. The client
     * waits for this call for the rest of that timeout, and for at least one second.
     */
    @Override
    void close();
}
