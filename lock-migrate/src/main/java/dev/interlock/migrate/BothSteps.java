// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The steps on a lock that is held in both stores or not at all. The old store is asked first, so that of clients that try
 * at the same time one gets both. The new store is released first, so that a client that gets the old store's lock
 * finds the new one's free. Thread-safe.
 */
final class BothSteps {

    private final Half from;
    private final Half to;
    private final TokenRule rule;
    private final Takes takes;
    private final OldOnlyWatch oldOnly;

    /** How one attempt asks each store: once, or in its queue. */
    interface Way {

        AcquireOutcome old(Attempt half);

        AcquireOutcome recent(Attempt half);

        /** The old store's lock was granted, and will be given up. */
        void leaveOld();
    }

    BothSteps(Half from, Half to, TokenRule rule, Takes takes, OldOnlyWatch oldOnly) {
        this.from = from;
        this.to = to;
        this.rule = rule;
        this.takes = takes;
        this.oldOnly = oldOnly;
    }

    AcquireOutcome tryAcquire(Attempt attempt) {
        AcquireOutcome outcome = acquire(attempt, new Way() {
            @Override
            public AcquireOutcome old(Attempt half) {
                return from.backend().tryAcquire(half);
            }

            @Override
            public AcquireOutcome recent(Attempt half) {
                return to.backend().tryAcquire(half);
            }

            @Override
            public void leaveOld() {
                // A try has no place in a queue.
            }
        });
        if (!(outcome instanceof AcquireOutcome.Granted)) {
            takes.forgetIfRefused(attempt);
        }
        return outcome;
    }

    AcquireOutcome acquire(Attempt attempt, Way way) {
        Take take = takes.begin(attempt);
        Optional<ReleaseOutcome.Unknown> stillLeft = unknown(releaseLeft(take));
        if (stillLeft.isPresent()) {
            return new AcquireOutcome.Unknown(stillLeft.get().cause());
        }
        AcquireOutcome old = from.acquire(() -> way.old(take.old().attempt()));
        if (old instanceof AcquireOutcome.Unknown) {
            takes.unansweredInOld(attempt);
            return old;
        }
        if (!(old instanceof AcquireOutcome.Granted inOld)) {
            return refused(attempt, take, old);
        }
        AcquireOutcome recent = to.acquire(() -> way.recent(take.recent().attempt()));
        if (recent instanceof AcquireOutcome.Unknown) {
            // The old half stays: the client repeats the attempt, or releases it.
            takes.unansweredInRecent(attempt);
            return recent;
        }
        return recent instanceof AcquireOutcome.Granted inRecent
                ? granted(attempt, inOld.grant(), inRecent.grant(), way)
                : withdrawn(attempt, recent, way);
    }

    private AcquireOutcome refused(Attempt attempt, Take take, AcquireOutcome refusal) {
        if (take.recent().isUnanswered()) {
            // An earlier request may have left the other half, which would block all clients for a lease.
            giveUpRecent(attempt);
        }
        if (refusal instanceof AcquireOutcome.Contended) {
            oldOnly.look(attempt.name());
        }
        return shown(refusal);
    }

    private AcquireOutcome withdrawn(Attempt attempt, AcquireOutcome refusal, Way way) {
        way.leaveOld();
        return giveUpOld(attempt) instanceof ReleaseOutcome.Unknown unknown
                ? new AcquireOutcome.Unknown(unknown.cause())
                : shown(refusal);
    }

    /** Whatever the answer: the next request there has another id. */
    private ReleaseOutcome giveUpOld(Attempt attempt) {
        ReleaseOutcome outcome = from.release(takes.find(attempt).old().attempt());
        if (outcome instanceof ReleaseOutcome.Unknown) {
            takes.unansweredInOld(attempt);
        }
        takes.withoutOld(attempt);
        return outcome;
    }

    /** Whatever the answer, here too. */
    private ReleaseOutcome giveUpRecent(Attempt attempt) {
        ReleaseOutcome outcome = to.release(takes.find(attempt).recent().attempt());
        if (outcome instanceof ReleaseOutcome.Unknown) {
            takes.unansweredInRecent(attempt);
        }
        takes.withoutRecent(attempt);
        return outcome;
    }

    private AcquireOutcome shown(AcquireOutcome outcome) {
        return outcome instanceof AcquireOutcome.Refused refused
                ? new AcquireOutcome.Refused(unavailable(refused.cause()), refused.retryable())
                : outcome;
    }

    /** The store with the failure names itself; the caller knows the two by their common name. */
    private LockUnavailableException unavailable(LockUnavailableException ofOne) {
        return new LockUnavailableException(
                ofOne.getMessage() + "; locks are held in " + from.store() + " and " + to.store(), ofOne);
    }

    private AcquireOutcome granted(Attempt attempt, Grant old, Grant recent, Way way) {
        OptionalLong token = rule.token(old.token(), recent.token(), attempt.tokens());
        if (token.isEmpty()) {
            way.leaveOld();
            return outOfTokens(attempt, old, recent);
        }
        takes.granted(attempt, old, recent);
        Validity validity = Validity.of(old).and(Validity.of(recent));
        return new AcquireOutcome.Granted(Grant.of(attempt, token.getAsLong(), validity.sentNanos(), validity.lease()));
    }

    private AcquireOutcome outOfTokens(Attempt attempt, Grant old, Grant recent) {
        Optional<ReleaseOutcome.Unknown> unknown = unknown(Stream.of(giveUpRecent(attempt), giveUpOld(attempt)));
        if (unknown.isPresent()) {
            return new AcquireOutcome.Unknown(unknown.get().cause());
        }
        return new AcquireOutcome.Refused(
                new LockUnavailableException(
                        "'" + attempt.name() + "' not acquired: the tokens " + old.token() + " of " + from.store()
                                + " and " + recent.token() + " of " + to.store() + " have no place in " + rule
                                + ": choose a greater generation",
                        null),
                false);
    }

    RenewOutcome renew(Grant grant, Duration lease) {
        Take take = takes.find(grant.attempt());
        RenewOutcome old = from.renew(inOld(take, grant), lease);
        if (old instanceof RenewOutcome.NotOwner notOwner) {
            return lost(from, notOwner);
        }
        RenewOutcome recent = to.renew(inRecent(take, grant), lease);
        if (recent instanceof RenewOutcome.NotOwner notOwner) {
            return lost(to, notOwner);
        }
        if (old instanceof RenewOutcome.Renewed one && recent instanceof RenewOutcome.Renewed other) {
            takes.renewed(grant.attempt(), lease);
            return Validity.of(one).and(Validity.of(other)).renewed();
        }
        return old instanceof RenewOutcome.Unknown ? old : recent;
    }

    /** The other half is left to its lease: the holder does not know of the loss yet. */
    private static RenewOutcome lost(Half half, RenewOutcome.NotOwner notOwner) {
        return new RenewOutcome.NotOwner(half.store() + ": " + notOwner.detail());
    }

    private static Grant inOld(Take take, Grant grant) {
        Take.Granted granted = take.granted();
        return granted != null
                ? granted.old()
                : Grant.of(take.old().attempt(), grant.token(), grant.sentNanos(), grant.lease());
    }

    private static Grant inRecent(Take take, Grant grant) {
        Take.Granted granted = take.granted();
        return granted != null
                ? granted.recent()
                : Grant.of(take.recent().attempt(), grant.token(), grant.sentNanos(), grant.lease());
    }

    ReleaseOutcome release(Attempt attempt) {
        Take take = takes.find(attempt);
        ReleaseOutcome recent = to.release(take.recent().attempt());
        ReleaseOutcome old = from.release(take.old().attempt());
        List<ReleaseOutcome> all =
                Stream.concat(Stream.of(recent, old), releaseLeft(take)).toList();
        Optional<ReleaseOutcome.Unknown> unknown = unknown(all.stream());
        if (unknown.isPresent()) {
            return unknown.get();
        }
        if (take.old().isClean() && take.recent().isClean()) {
            takes.forget(attempt);
        }
        return recent instanceof ReleaseOutcome.Released ? old : recent;
    }

    /** What former halves of an attempt may have left, because an answer was missing. */
    private Stream<ReleaseOutcome> releaseLeft(Take take) {
        return Stream.concat(
                take.recent().left().stream().map(to::release),
                take.old().left().stream().map(from::release));
    }

    private static Optional<ReleaseOutcome.Unknown> unknown(Stream<ReleaseOutcome> outcomes) {
        return outcomes.filter(ReleaseOutcome.Unknown.class::isInstance)
                .map(ReleaseOutcome.Unknown.class::cast)
                .findFirst();
    }

    /** The holder in the old store; its token is that of the new one if it is of the new generation. */
    Optional<Holder> inspect(LockName name) {
        try {
            return holder(name);
        } catch (LockUnavailableException e) {
            throw unavailable(e);
        }
    }

    private Optional<Holder> holder(LockName name) {
        Optional<Holder> old = from.backend().inspect(name);
        if (old.isPresent() && !rule.isRaised(old.get().fencingToken())) {
            return old.map(BothSteps::shown);
        }
        Optional<Holder> recent = to.backend().inspect(name).map(holder -> {
            Holder shown = shown(holder);
            return new Holder(rule.ofNewOnly(holder.fencingToken()), shown.remaining(), shown.hint());
        });
        return recent.isPresent() ? recent : old.map(BothSteps::shown);
    }

    private static Holder shown(Holder holder) {
        return new Holder(holder.fencingToken(), holder.remaining(), HolderMark.hint(holder));
    }
}
