// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

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
 * that those who wait neither write nor queue for the row. Once contended it queues for the bell, and asks when it has
 * it; if this client stands in that queue already, it queues at once, rather than push in before those who wait
 * elsewhere. Without a bell the engine paces it: by the retry policy, with jitter, and never beyond the holder's lease.
 */
final class LeaseContest implements Contest {

    /** How long to rest behind others: a bell may be lost, or kept by one who has lost the lock. */
    private static final Duration BEHIND = Duration.ofSeconds(1);

    /**
     * How long to leave the lock to those who wait elsewhere before this client asks at all. Their bell rings sooner,
     * unless the client that has it was stopped.
     */
    private static final Duration AFTER_OTHERS = Duration.ofMillis(200);

    /**
     * How long to rest with the bell, or without any, if the lock has changed hands since the last look; then twice as
     * long each time.
     */
    private static final Duration MOVING = Duration.ofMillis(20);

    private static final int MOST_DOUBLINGS = 10;

    private final LeaseMode mode;
    private final @Nullable LeaseBells bells;
    private final Attempt attempt;
    private final Runnable wake = this::wake;
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private @Nullable LeaseBell bell;
    private volatile boolean woken;
    private boolean asked;
    private long seenToken;
    private int unchanged;

    LeaseContest(LeaseMode mode, @Nullable LeaseBells bells, Attempt attempt) {
        this.mode = mode;
        this.bells = bells;
        this.attempt = attempt;
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look: what is told from now on must lead to another one.
        signal = new CompletableFuture<>();
        boolean first = !asked;
        asked = true;
        try {
            if (first && isBehindAlready()) {
                return new Contended(AFTER_OTHERS);
            }
        } catch (SQLException e) {
            return mode.notAsked(attempt, e);
        }
        boolean likelyFree = first || woken;
        woken = false;
        AcquireOutcome outcome =
                likelyFree ? mode.tryAcquire(attempt, this::seen) : mode.lookThenTry(attempt, this::seen);
        if (outcome instanceof Granted && bell != null) {
            bell.granted(wake);
            bell = null;
        }
        return outcome instanceof Contended contended ? resting(contended) : outcome;
    }

    /** Whether those who wait elsewhere are to have their turn before this client asks at all. */
    private boolean isBehindAlready() throws SQLException {
        if (bells == null) {
            return false;
        }
        LeaseBell known = bells.known(attempt.name());
        if (known != null && known.join(wake)) {
            bell = known;
            return known.isMoving();
        }
        boolean waitedFor = bells.isWaitedFor(attempt.name());
        if (waitedFor) {
            bell = bells.join(attempt.name(), wake);
        }
        return waitedFor;
    }

    private Contended resting(Contended contended) {
        if (bells != null && (bell == null || bell.isOver())) {
            bell = bells.join(attempt.name(), wake);
        }
        boolean behind = bell != null && bell.isBehind();
        return atMost(behind ? BEHIND : MOVING.multipliedBy(1L << Math.min(unchanged, MOST_DOUBLINGS)), contended);
    }

    private void seen(LeaseRow row) {
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
        return bell != null && bell.isBehind();
    }

    @Override
    public boolean inTurn() {
        return bell != null && !bell.isOver();
    }

    @Override
    public void close() {
        if (bell != null) {
            bell.leave(wake);
            bell = null;
        }
    }
}
