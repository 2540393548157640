// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import static java.util.Objects.requireNonNull;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.BackendProfile;
import dev.interlock.tck.rules.Proves;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rule of SEQ about a lock that several may hold. */
public abstract class SequenceShareRules extends SequenceRuleTest {

    private static final int CLIENTS = 4;
    private static final int MOST_WAITERS = 6;
    private static final int PERMITS = 4;

    /** A place in the queue ends if its waiter does not look for long. */
    private static final Duration STALL = Duration.ofSeconds(2);

    @Test
    @Proves(Rule.SEQ_3)
    void SEQ_3_units_are_granted_exactly_if_they_fit() throws Exception {
        if (!declares(Capability.SHARES)) {
            return;
        }
        List<Actor> actors = actors(CLIENTS);
        run((story, leasesEnd) -> new Shares(story, actors, leasesEnd));
    }

    private static ShareSteps stepsOf(Actor actor) {
        return actor.backend().shares().orElseThrow();
    }

    /** A sequence on one lock, for readers and writers or for permits. */
    private final class Shares implements Sequence {

        private final Story story;
        private final List<Actor> actors;
        private final LockName lockName;
        private final boolean permits;
        private final boolean signals;
        private final ExpectedShares lock;

        /** An exclusive lock with the same name, which is another. */
        private final Asked exclusive;

        private final Grant exclusiveGrant;
        private final Map<Asked, Waiter> waiters = new LinkedHashMap<>();
        private final Map<Asked, Share> shares = new HashMap<>();
        private final Map<Asked, Grant> known = new LinkedHashMap<>();
        private int ends;

        private boolean oneLeft;

        /** Whether a lease has ended, of which a store sends no signal. */
        private boolean oneEnded;

        Shares(Story story, List<Actor> actors, boolean leasesEnd) {
            this.story = story;
            this.actors = actors;
            this.lockName = oddName(story);
            this.ends = leasesEnd ? 2 : 0;
            this.permits = story.oneIn(2);
            this.lock = new ExpectedShares(permits ? PERMITS : Share.UNLIMITED);
            ShareSteps steps = stepsOf(actors.get(0));
            this.exclusive = ask(story, actors, lockName);
            this.exclusiveGrant = granted(exclusive.by().backend(), exclusive.attempt());
            this.signals = steps.capabilities().has(Capability.NOTIFIES_WAITERS)
                    && steps.capabilities().waiting() == Waiting.SIGNAL;
        }

        @Override
        public void step() {
            for (Asked asked : lock.waiting()) {
                if (requireNonNull(waiters.get(asked)).isPauseOver()) {
                    look(asked);
                }
            }
            switch (story.lot().nextInt(20)) {
                case 0, 1, 2, 3 -> tryOnce(anyOne());
                case 4, 5, 6 -> enter();
                case 7, 8 -> waiting().ifPresent(this::look);
                case 9 -> waiting().ifPresent(this::leave);
                case 10, 11, 12, 13 -> owner().ifPresent(this::release);
                case 14 -> owner().ifPresent(this::tryOnce);
                case 15 -> knownOne().ifPresent(this::renew);
                case 16 -> knownOne().ifPresent(this::release);
                case 17 -> inspect();
                case 18 -> serve();
                default -> {
                    if (ends > 0) {
                        ends--;
                        letLeaseEnd();
                    } else if (permits && story.oneIn(2)) {
                        tryWithAnotherLimit();
                    } else {
                        takeTheRest();
                    }
                }
            }
        }

        private Asked anyOne() {
            Asked asked = ask(story, actors, lockName);
            shares.put(asked, anyShare());
            return asked;
        }

        private Share anyShare() {
            if (permits) {
                return new Share(1 + story.lot().nextInt(PERMITS), PERMITS);
            }
            return story.oneIn(3) ? Share.WRITE : Share.READ;
        }

        private Share shareOf(Asked asked) {
            return requireNonNull(shares.get(asked));
        }

        private Optional<Asked> oneOf(List<Asked> some) {
            return some.isEmpty() ? Optional.empty() : Optional.of(story.oneOf(some));
        }

        private Optional<Asked> waiting() {
            return oneOf(lock.waiting());
        }

        private Optional<Asked> owner() {
            return oneOf(lock.owners());
        }

        /** One that was granted units, and may have them no more. */
        private Optional<Asked> knownOne() {
            return oneOf(List.copyOf(known.keySet()));
        }

        private String shown(Asked asked) {
            Share share = shareOf(asked);
            return asked + (permits ? " for " + share.units() : share.equals(Share.WRITE) ? " (writer)" : " (reader)");
        }

        private void told(String step, Object outcome, @Nullable String wrong) {
            story.add(
                    step + " (waiting: "
                            + lock.waiting().stream().map(this::shown).toList() + ")",
                    outcome);
            if (lock.mayBeOver() || waiters.values().stream().anyMatch(waiter -> waiter.isLate(STALL))) {
                throw new StalledException();
            }
            judge(story, outcome, wrong);
        }

        private void tryOnce(Asked asked) {
            judged(
                    "try " + shown(asked),
                    asked,
                    outcomeOf(asked, () -> stepsOf(asked.by()).tryAcquire(asked.attempt(), shareOf(asked))));
        }

        /** A place that was left may take a moment to be gone. */
        private AcquireOutcome outcomeOf(Asked asked, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (!oneLeft || !(outcome instanceof AcquireOutcome.Contended) || !lock.fits(asked, shareOf(asked))) {
                return outcome;
            }
            AtomicReference<AcquireOutcome> last = new AtomicReference<>(outcome);
            await(shown(asked) + " fits since another has left: " + story, () -> {
                last.set(step.get());
                return !(last.get() instanceof AcquireOutcome.Contended);
            });
            oneLeft = false;
            return requireNonNull(last.get());
        }

        private void judged(String step, Asked asked, AcquireOutcome outcome) {
            String wrong = lock.tried(asked, shareOf(asked), outcome);
            if (outcome instanceof AcquireOutcome.Granted granted) {
                known.put(asked, granted.grant());
            }
            told(step, outcome, wrong);
        }

        private void enter() {
            if (waiters.size() == MOST_WAITERS) {
                return;
            }
            Asked asked = anyOne();
            waiters.put(
                    asked, new Waiter(asked, closing(stepsOf(asked.by()).contest(asked.attempt(), shareOf(asked)))));
            look(asked);
        }

        private boolean look(Asked asked) {
            Waiter waiter = requireNonNull(waiters.get(asked));
            AcquireOutcome outcome = outcomeOf(asked, waiter::look);
            boolean granted = outcome instanceof AcquireOutcome.Granted;
            if (granted) {
                waiters.remove(asked);
                waiter.contest().close();
            }
            judged("look of " + shown(asked), asked, outcome);
            if (!granted) {
                lock.waits(asked, shareOf(asked));
            }
            return granted;
        }

        /** Leaves, and releases what it may have been granted, as the engine does for a cancelled caller. */
        private void leave(Asked asked) {
            boolean mayBeServed = lock.fits(asked, shareOf(asked));
            requireNonNull(waiters.remove(asked)).contest().close();
            lock.leaves(asked);
            oneLeft = true;
            if (!mayBeServed && story.oneIn(2)) {
                told("leave " + shown(asked), "", null);
                return;
            }
            ReleaseOutcome outcome = stepsOf(asked.by()).release(asked.attempt());
            told("leave and release " + shown(asked), outcome, null);
        }

        private void release(Asked asked) {
            ReleaseOutcome outcome = stepsOf(asked.by()).release(asked.attempt());
            told("release " + shown(asked), outcome, lock.released(asked, outcome));
        }

        private void renew(Asked asked) {
            Duration lease = anyLease(story);
            Grant grant = requireNonNull(known.get(asked));
            ShareSteps.Renewal renewal = stepsOf(asked.by()).renew(grant, lease);
            RenewOutcome outcome = renewal.outcome();
            told(
                    "renew " + shown(asked) + " for " + lease,
                    renewal,
                    lock.renewed(asked, lease, outcome, renewal.wanted()));
        }

        private void inspect() {
            ShareSteps steps = stepsOf(story.oneOf(actors));
            told(
                    "inspect",
                    lookUntilRight(story, "inspect", () -> steps.inspect(lockName), lock::shown, lock::mayBeOver),
                    null);
        }

        private void tryWithAnotherLimit() {
            if (lock.owners().isEmpty() && lock.waiting().isEmpty()) {
                return;
            }
            Asked asked = ask(story, actors, lockName);
            Share share = new Share(1, story.oneIn(2) ? PERMITS + 1 : PERMITS - 1);
            AcquireOutcome outcome = stepsOf(asked.by()).tryAcquire(asked.attempt(), share);
            told(
                    "try " + asked + " for 1 of " + share.limit(),
                    outcome,
                    outcome instanceof AcquireOutcome.Refused refused && !refused.retryable()
                            ? null
                            : "must be refused for good, as the limit is " + PERMITS);
        }

        /** Exactly as many units as there are left. A unit that is counted twice is missing now. */
        private void takeTheRest() {
            long room = lock.room();
            if (permits ? room > 0 : room == Share.UNLIMITED) {
                Asked asked = ask(story, actors, lockName);
                shares.put(asked, permits ? new Share((int) room, PERMITS) : Share.WRITE);
                tryOnce(asked);
            }
        }

        /** Each waiter that fits is woken, one after another, and granted its units. */
        private void serve() {
            for (Asked asked : lock.waiting()) {
                if (!lock.fits(asked, shareOf(asked))) {
                    return;
                }
                Waiter waiter = requireNonNull(waiters.get(asked));
                await(
                        shown(asked) + " fits, and is woken: " + story,
                        () -> !signals || (oneEnded ? waiter.isDue() : waiter.isDueBySignal()));
                look(asked);
            }
        }

        /** Units that are taken for a short time come back, and those that wait for them are granted them. */
        private void letLeaseEnd() {
            Asked brief = ask(story, story.oneOf(actors), lockName, briefLease());
            shares.put(brief, anyShare());
            if (!lock.fits(brief, shareOf(brief))) {
                return;
            }
            AcquireOutcome outcome = stepsOf(brief.by()).tryAcquire(brief.attempt(), shareOf(brief));
            story.add("try " + shown(brief) + " with a short lease", outcome);
            judge(story, outcome, lock.tried(brief, shareOf(brief), outcome));
            if (outcome instanceof AcquireOutcome.Granted granted) {
                known.put(brief, granted.grant());
                enter();
                awaitEnd(brief, granted.grant());
                serve();
                takeTheRest();
            }
        }

        private Duration briefLease() {
            ShareSteps steps = stepsOf(actors.get(0));
            return new BackendProfile(steps.capabilities()).nearestLease(lease());
        }

        private void awaitEnd(Asked brief, Grant grant) {
            Lease lease = Lease.from(grant.sentNanos(), grant.lease());
            ShareSteps steps = stepsOf(story.oneOf(actors));
            await(
                    "the lease of " + shown(brief) + " ends: " + story,
                    () -> {
                        boolean over = lock.waiting().stream().anyMatch(asked -> isServedAfter(asked, brief, lease))
                                || steps.inspect(lockName).stream()
                                        .noneMatch(holder -> holder.fencingToken() == grant.token());
                        return over && lease.mayBeOver();
                    },
                    endOf(grant.lease()));
            lock.ended(brief);
            oneEnded = true;
            story.add("the lease of " + shown(brief), "over");
        }

        /** A look of one whose pause is over. If it is granted units that did not fit, the lease is over. */
        private boolean isServedAfter(Asked asked, Asked brief, Lease end) {
            Waiter waiter = requireNonNull(waiters.get(asked));
            if (!waiter.isDue()) {
                return false;
            }
            AcquireOutcome outcome = waiter.look();
            if (!(outcome instanceof AcquireOutcome.Granted granted)) {
                return false;
            }
            boolean ended = !lock.fits(asked, shareOf(asked));
            if (ended) {
                require(end.mayBeOver(), "the lease of {} ended early: {}", brief, story);
                lock.ended(brief);
            }
            waiters.remove(asked);
            waiter.contest().close();
            known.put(asked, granted.grant());
            story.add("look of " + shown(asked), outcome);
            judge(story, outcome, lock.tried(asked, shareOf(asked), outcome));
            return ended;
        }

        @Override
        public void end() {
            while (!waiters.isEmpty()) {
                lock.owners().forEach(this::release);
                serve();
            }
            lock.owners().forEach(this::release);
            inspect();
            takeTheRest();
            lock.owners().forEach(this::release);
            RenewOutcome kept = exclusive.by().backend().renew(exclusiveGrant, longLease());
            require(
                    kept instanceof RenewOutcome.Renewed || now() - exclusiveGrant.sentNanos() > half().toNanos(),
                    "the renewal of an exclusive lock with the same name ended as {}: {}",
                    kept,
                    story);
            exclusive.by().backend().release(exclusive.attempt());
        }
    }
}
