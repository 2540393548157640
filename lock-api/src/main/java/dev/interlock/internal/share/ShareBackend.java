// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.StoreDescription;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** The shares of a store as the backend of an engine, to which each part is a lock. Thread-safe. */
final class ShareBackend implements LockBackend {

    private final LockBackend store;
    private final ShareSteps shares;

    /** The parts of this client for which others waited when they were last renewed. */
    private final Set<LockName> wanted = ConcurrentHashMap.newKeySet();

    ShareBackend(LockBackend store, ShareSteps shares) {
        this.store = store;
        this.shares = shares;
    }

    /** Whether others waited when the part was last renewed. */
    boolean isWanted(LockName part) {
        return wanted.contains(part);
    }

    @Override
    public Capabilities capabilities() {
        return shares.capabilities();
    }

    @Override
    public String store() {
        return store.store();
    }

    /** The store was started already, by the engine of the exclusive locks. */
    @Override
    public void start(BackendContext context) {
        // That engine passes reports on.
    }

    @Override
    public StoreDescription description() {
        return store.description();
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        PartName part = PartName.parse(attempt.name());
        return ofPart(shares.tryAcquire(ofLock(attempt, part), part.share()), attempt);
    }

    @Override
    public Contest contest(Attempt attempt) {
        PartName part = PartName.parse(attempt.name());
        return new PartContest(shares.contest(ofLock(attempt, part), part.share()), attempt);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        LockName part = grant.attempt().name();
        Attempt ofLock = ofLock(grant.attempt(), PartName.parse(part));
        ShareSteps.Renewal renewal =
                shares.renew(Grant.of(ofLock, grant.token(), grant.sentNanos(), grant.lease()), lease);
        if (renewal.wanted() && renewal.outcome() instanceof RenewOutcome.Renewed) {
            wanted.add(part);
        } else {
            wanted.remove(part);
        }
        return renewal.outcome();
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        wanted.remove(attempt.name());
        return shares.release(ofLock(attempt, PartName.parse(attempt.name())));
    }

    /** The first holder. */
    @Override
    public Optional<Holder> inspect(LockName part) {
        return shares.inspect(PartName.parse(part).lock()).stream().findFirst();
    }

    /** The engine of the exclusive locks closes the store. */
    @Override
    public void close() {
        // Later.
    }

    private static Attempt ofLock(Attempt attempt, PartName part) {
        return Attempt.of(part.lock(), attempt.id(), attempt.lease(), attempt.tokens(), attempt.holderHint());
    }

    private static AcquireOutcome ofPart(AcquireOutcome outcome, Attempt attempt) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            Grant grant = granted.grant();
            return new AcquireOutcome.Granted(Grant.of(attempt, grant.token(), grant.sentNanos(), grant.lease()));
        }
        return outcome;
    }

    /** A waiter whose grant is one of the part. */
    private record PartContest(Contest contest, Attempt attemptOfPart) implements Contest {

        @Override
        public AcquireOutcome attempt() {
            return ofPart(contest.attempt(), attemptOfPart);
        }

        @Override
        public CompletionStage<?> signal() {
            return contest.signal();
        }

        @Override
        public boolean signalled() {
            return contest.signalled();
        }

        @Override
        public boolean inTurn() {
            return contest.inTurn();
        }

        @Override
        public void close() {
            contest.close();
        }
    }
}
