// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AttemptId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The records of a store: a short text for each lock, replaced only if it is unchanged. Thread-safe. */
public interface ShareRecords {

    /** How often a step reads again because another client wrote in between, before it gives up. */
    int ROUNDS = 64;

    /**
     * Reads a record, applies a change and writes the result, if the record is still the one that was read and the store's
     * clock is before {@link ShareUpdate#beforeMillis}, in one atomic action of the store; if not, repeats all of it, at most
     * {@link #ROUNDS} times. One step: it has one limit of time as a whole. Where the change gives nothing to write, nothing
     * is written.
     *
     * @param <T> the result of the step
     * @param name the lock
     * @param change a function without side effects
     * @return the result of the change that was written
     * @throws OvertakenException if every round was overtaken, or the time was over
     * @throws Exception if the store did not answer
     */
    <T> T change(LockName name, Function<ShareSnapshot, ShareUpdate<T>> change) throws Exception;

    /**
     * The outcome of an attempt whose change failed.
     *
     * @param name the lock
     * @param thrown what {@link #change} threw
     * @return refused if the record surely stayed as it was; else unknown
     */
    AcquireOutcome notAcquired(LockName name, Exception thrown);

    /**
     * Prepares an exception for the outcome of a renewal or release.
     *
     * @param thrown what {@link #change} threw
     * @return the same without secrets
     */
    Exception sanitized(Exception thrown);

    /**
     * The way by which a waiter hears that another attempt is worthwhile. A store without signals leaves it as it is:
     * its waiters ask at the pace of their retry policy.
     *
     * @param name the lock
     * @param id the attempt that waits
     * @return closed by the waiter when it leaves
     */
    default Wake wake(LockName name, AttemptId id) {
        return NoWake.INSTANCE;
    }

    /** One waiter's signals. */
    interface Wake extends AutoCloseable {

        /**
         * Begins to listen. Called before each look at the record.
         *
         * @return a stage that completes with the first {@link ShareUpdate#wake} of this attempt from now on
         */
        CompletionStage<?> next();

        /**
         * Whether signals arrive at present.
         *
         * @return false if the waiter should poll
         */
        boolean isLive();

        @Override
        void close();
    }

    /** For stores without signals. */
    enum NoWake implements Wake {
        /** There is only one. */
        INSTANCE;

        @Override
        public CompletionStage<?> next() {
            return new CompletableFuture<>();
        }

        @Override
        public boolean isLive() {
            return false;
        }

        @Override
        public void close() {
            // Nothing listens.
        }
    }
}
