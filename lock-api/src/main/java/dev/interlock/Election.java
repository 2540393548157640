// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An election with a name: of all candidates, in whatever process, one leads at a time. It is the lock of that name, and a
 * term of office is one hold of it. An immutable value object that is cheap to create. Thread-safe.
 *
 * <pre>{@code
 * Candidacy candidacy = client.election("scheduler").lead(leadership -> {
 *     while (true) {
 *         Job job = jobs.take(); // interrupted when the term must end
 *         leadership.ensureHeld(Duration.ofSeconds(1));
 *         job.run(leadership.term()); // let the resource refuse older terms
 *     }
 * });
 * candidacy.close(); // at shutdown, before the client: stands down
 * }</pre>
 *
 * <p>An election promises what its lock does, at every store. A leader that was paused beyond its lease still believes that
 * it leads until it looks, so a resource that matters checks the {@linkplain Leadership#term() term}.
 */
public interface Election {

    /**
     * The name of the election, and of its lock.
     *
     * @return the name as given by the user
     */
    String name();

    /**
     * Stands as a candidate with {@link ElectionOptions#STANDARD}, until the candidacy or the client is closed.
     *
     * @param task the work of a leader
     * @return the candidacy, which the caller must close
     * @throws IllegalArgumentException as in {@link #lead(ElectionOptions, LeaderTask)}
     * @throws LockClientClosedException if the client is closed
     */
    @CheckReturnValue
    default Candidacy lead(LeaderTask task) {
        return lead(ElectionOptions.STANDARD, task);
    }

    /**
     * Stands as a candidate until the candidacy or the client is closed. The call returns at once. A candidate that waits
     * has no thread, unless the backend declares {@link Waiting#BLOCKING}. A leader has one, which runs the task.
     *
     * <p>A store that does not answer is asked again at the pace of the lock's {@link RetryPolicy}. If it refuses for good,
     * such as for a missing right, the client's listeners receive the event of an acquisition that failed, and the candidate
     * asks again after a pause ({@link ElectionOptions#shortestPause()}). The client keeps a candidate that the caller drops,
     * as long as it is not closed.
     *
     * @param options the options of this candidate
     * @param task the work of a leader, called once for each term
     * @return the candidacy, which the caller must close
     * @throws IllegalArgumentException if the store does not support the options of the lock
     * @throws LockClientClosedException if the client is closed
     */
    @CheckReturnValue
    Candidacy lead(ElectionOptions options, LeaderTask task);

    /**
     * Reads the present leader from the store: the holder of the lock, with the hint of its client
     * ({@link ClientOptions#withHolderHint}). A leader that was told to step down counts until its lock is free.
     *
     * @return the leader, with its term as the fencing token; empty if there is none
     * @throws LockUnavailableException if the store did not answer
     * @throws LockClientClosedException if the client is closed
     */
    Optional<Holder> leader();

    /**
     * Observes the leader from outside: reads it from the store at once and then again and again, and calls the observer
     * with the first answer and with each that differs from the one before. So a change is seen after one pause and one
     * reply; terms that are shorter may be missed. A leader that vanished counts until its lease is over. While the store
     * does not answer, the observer is not called.
     *
     * <p>The observer runs on one of at most 64 callback threads of the client, one call at a time. The next look waits for
     * its return. If it throws, the client logs that. The terms of this client's own candidates come without a delay, as
     * {@link LockEvent.TermBegan} and {@link LockEvent.TermEnded}.
     *
     * @param pause the time between two looks, by the client's clock: 10 ms to 1 hour
     * @param observer receives the leader; empty if there is none
     * @return ends the observation; a call that has begun goes on
     * @throws IllegalArgumentException if the pause is out of bounds
     * @throws LockClientClosedException if the client is closed
     */
    LockClient.Registration observe(Duration pause, Consumer<? super Optional<Holder>> observer);
}
