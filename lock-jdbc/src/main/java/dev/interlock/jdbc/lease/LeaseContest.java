// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.lease.queue.NamedLockPlace;
import dev.interlock.jdbc.lease.queue.NamedLockPlaces;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A waiter for a lock in mode lease. Its first attempt acquires, since most locks are free; the later ones look first, so
 * that waiters neither write nor queue for the row. Once contended, it queues for the named lock, and asks for the row
 * when it has that. If this client is in that queue already, the contest queues at once instead of overtaking the
 * waiters of other clients. Without a named lock the engine paces it: by the retry policy, with jitter, and never
 * beyond the holder's lease.
 */
final class LeaseContest implements Contest {

    /** How long to rest in the queue: a named lock may be lost, or kept by a client that has lost the lock. */
    private static final Duration QUEUED = Duration.ofSeconds(1);

    /**
     * How long to leave the lock to waiters of other clients before this client asks at all. They get the named lock
     * sooner, unless the client that has it was stopped.
     */
    private static final Duration AFTER_OTHERS = Duration.ofMillis(200);

    /** How long to rest outside of the queue if the holder changed since the last look; then twice as long each time. */
    private static final Duration MOVING = Duration.ofMillis(20);

    private static final int MOST_DOUBLINGS = 10;

    /** How long to rest after a recall: a client that keeps the lock lets it go at once. */
    private static final Duration RECALLED = Duration.ofNanos(500_000);

    /** How many requests of a waiter follow each other so soon: a client that holds the lock may hold it for long. */
    private static final int SOON = 16;

    private final LeaseMode mode;
    private final @Nullable NamedLockPlaces places;
    private final Attempt attempt;
    private final Runnable wake = this::wake;
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private @Nullable NamedLockPlace place;
    private volatile boolean woken;
    private boolean asked;
    private long seenToken;
    private int unchanged;
    private boolean recallable;
    private long recalledToken;
    private int refused;
    private boolean givesWay;

    LeaseContest(LeaseMode mode, @Nullable NamedLockPlaces places, Attempt attempt) {
        this.mode = mode;
        this.places = places;
        this.attempt = attempt;
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look: a signal from now on must lead to another look.
        signal = new CompletableFuture<>();
        StepLimit limit = mode.begin();
        boolean first = !asked;
        try {
            Duration rest = asked ? Duration.ZERO : mode.rest(attempt, limit);
            givesWay = !rest.isZero();
            if (givesWay) {
                return new Contended(rest);
            }
            asked = true;
            if (first && isBehindAlready(limit)) {
                return new Contended(AFTER_OTHERS);
            }
        } catch (SQLException e) {
            return mode.notAsked(attempt, e);
        }
        boolean likelyFree = first || woken;
        woken = false;
        boolean recalls = likelyFree || !isRecalled() || seenToken != recalledToken;
        AcquireOutcome outcome = likelyFree
                ? mode.tryAcquire(attempt, limit, this::seen)
                : mode.lookThenTry(attempt, limit, this::seen, recalls);
        recalledToken = recalls ? seenToken : recalledToken;
        if (outcome instanceof Granted && place != null) {
            if (attempt.recallable()) {
                // Others may stand behind this client, and they have asked already.
                mode.recall(attempt.id());
            }
            place.granted(wake);
            place = null;
        }
        return outcome instanceof Contended contended ? resting(contended) : outcome;
    }

    /** Whether waiters of other clients go first, before this client asks at all. */
    private boolean isBehindAlready(StepLimit limit) throws SQLException {
        if (places == null) {
            return false;
        }
        NamedLockPlace known = places.known(attempt.name());
        if (known != null && known.join(wake)) {
            place = known;
            return known.isMoving();
        }
        boolean waitedFor = places.isWaitedFor(attempt.name(), limit);
        if (waitedFor) {
            place = places.join(attempt.name(), wake);
        }
        return waitedFor;
    }

    private Contended resting(Contended contended) {
        refused++;
        boolean soon = isRecalled();
        if (places != null && !soon && (place == null || place.isOver())) {
            place = places.join(attempt.name(), wake);
        }
        if (place != null) {
            place.contended();
        }
        if (soon) {
            return atMost(RECALLED, contended);
        }
        return atMost(signalled() ? QUEUED : MOVING.multipliedBy(1L << Math.min(unchanged, MOST_DOUBLINGS)), contended);
    }

    /** Whether the holder was recalled just now: if it only keeps the lock, that is free sooner than a place in the queue. */
    private boolean isRecalled() {
        return recallable && refused < SOON;
    }

    private void seen(LeaseRow row) {
        recallable = row.isRecallable();
        unchanged = row.firstToken() == seenToken ? unchanged + 1 : 0;
        seenToken = row.firstToken();
    }

    private static Contended atMost(Duration most, Contended contended) {
        return contended.retryAfter().compareTo(most) > 0 ? new Contended(most) : contended;
    }

    private void wake() {
        woken = true;
        signal.complete(null);
    }

    @Override
    public CompletionStage<?> signal() {
        return signal;
    }

    @Override
    public boolean signalled() {
        return place != null && place.isConnected();
    }

    @Override
    public boolean inTurn() {
        return place != null ? !place.isOver() : givesWay || isRecalled();
    }

    @Override
    public void close() {
        if (place != null) {
            place.leave(wake);
            place = null;
        }
    }
}
