// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import static java.util.Objects.requireNonNull;

import dev.interlock.Capability;
import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rule of SEQ about waiters for one lock, beside what becomes of its owners. */
public abstract class SequenceWaitRules extends SequenceRuleTest {

    private static final int CLIENTS = 5;

    /** Longer than the shortest, so that a waiter which knows only of that one looks before it is over. */
    private static final Duration BRIEF = Duration.ofMillis(600);

    private static final Duration TO_QUEUE = Duration.ofMillis(500);

    /** A waiter that has its turn keeps it for a time only, which no machine must have spent. */
    private static final Duration STALL = Duration.ofMillis(200);

    @Test
    @Proves(Rule.SEQ_2)
    void SEQ_2_no_sequence_of_waiters_leaves_one_of_them_asleep() throws Exception {
        if (capabilities().waiting() == Waiting.BLOCKING) {
            evidence("waiting is {}", Waiting.BLOCKING);
            return;
        }
        List<Actor> actors = actors(CLIENTS);
        Abilities store = abilities();
        run((story, leasesEnd) -> new Waiters(story, actors, store, leasesEnd));
    }

    /** A sequence on one lock. */
    private final class Waiters implements Sequence {

        private final boolean signals = capabilities().has(Capability.NOTIFIES_WAITERS)
                && capabilities().waiting() == Waiting.SIGNAL;
        private final boolean inOrder = capabilities().has(Capability.FIFO_BETWEEN_CLIENTS);
        private final Story story;
        private final List<Actor> actors;
        private final ExpectedLock lock;
        private final Abilities store;
        private final List<Waiter> waiters = new ArrayList<>();
        private @Nullable Grant held;
        private int ends;

        /** When the turn of the first waiter began at the latest. */
        private long turn = now();

        Waiters(Story story, List<Actor> actors, Abilities store, boolean leasesEnd) {
            this.story = story;
            this.actors = actors;
            this.store = store;
            this.lock = new ExpectedLock(oddName(story), store.tellsRest());
            this.ends = leasesEnd && !endsWithConnection() ? 2 : 0;
        }

        @Override
        public void step() {
            switch (story.lot().nextInt(17)) {
                case 0, 1, 2, 3 -> enter();
                case 4, 5 -> {
                    if (!waiters.isEmpty()) {
                        look(story.oneOf(waiters));
                    }
                }
                case 6, 7 -> {
                    if (!waiters.isEmpty()) {
                        leave(story.oneOf(waiters));
                    }
                }
                case 8 -> {
                    if (story.oneIn(2)) {
                        tryOnce(ask(story, actors, lock.name()));
                    } else {
                        trySet(story.oneOf(actors));
                    }
                }
                case 9, 10, 11 -> release();
                case 12 -> free();
                case 13 -> {
                    renew();
                    repeat();
                    requireWaitersListed();
                }
                case 14 -> inspect();
                case 15 -> serveNext();
                default -> {
                    if (ends > 0 && lock.isFree() && waiters.isEmpty()) {
                        ends--;
                        letLeaseEndBeforeWaiters();
                    }
                }
            }
        }

        private void told(String step, Object outcome, @Nullable String wrong) {
            story.add(step + waiting(), outcome);
            if (lock.mayBeOver()) {
                throw new StalledException();
            }
            judge(story, outcome, wrong);
        }

        private String waiting() {
            return " (waiting: " + waiters + ")";
        }

        private void enter() {
            newWaiter(anyLease(story)).ifPresent(this::enter);
        }

        /** One of a client that neither has the lock nor waits for it, since an engine makes no other. */
        private Optional<Waiter> newWaiter(Duration lease) {
            List<Actor> others = actors.stream().filter(this::isOutside).toList();
            if (others.isEmpty()) {
                return Optional.empty();
            }
            Asked asked = ask(story, story.oneOf(others), lock.name(), lease);
            return Optional.of(new Waiter(asked, closing(asked.by().backend().contest(asked.attempt()))));
        }

        private boolean isOutside(Actor actor) {
            return lock.owner()
                            .filter(owner -> owner.asked().by().equals(actor))
                            .isEmpty()
                    && waiters.stream().noneMatch(waiter -> waiter.asked().by().equals(actor));
        }

        private void enter(Waiter waiter) {
            waiters.add(waiter);
            look(waiter);
            if (waiters.contains(waiter) && signals) {
                // A place in a queue may take a moment.
                Awaiter.holdsWithin(() -> waiter.contest().signalled() || look(waiter), Awaiter.stretched(TO_QUEUE));
            }
        }

        /** One look of a waiter, which ends its wait if it is granted the lock. */
        private boolean look(Waiter waiter) {
            long began = now();
            AcquireOutcome outcome = waiter.look();
            boolean granted = outcome instanceof AcquireOutcome.Granted;
            boolean overtakes = granted && overtakes(waiter);
            if (granted) {
                waiters.remove(waiter);
                waiter.contest().close();
            }
            judged("look of " + waiter, waiter.asked(), outcome, began, overtakes);
            return granted;
        }

        private void tryOnce(Asked asked) {
            long began = now();
            AcquireOutcome outcome = asked.by().backend().tryAcquire(asked.attempt());
            judged("try " + asked, asked, outcome, began, overtakes(null));
        }

        /** The lock and another one, which is free, in one step. */
        private void trySet(Actor actor) {
            Asked asked = ask(story, List.of(actor), lock.name());
            Asked beside = ask(story, List.of(actor), new LockName(name()));
            Optional<BulkSteps> bulk =
                    actor.backend().bulk().filter(steps -> steps.canAcquireAll(List.of(asked.name(), beside.name())));
            if (bulk.isEmpty()) {
                return;
            }
            long began = now();
            AcquireAllOutcome outcome = bulk.get().tryAcquireAll(List.of(beside.attempt(), asked.attempt()));
            judged("try the set of " + asked + " and a free lock", asked, ofSecond(outcome), began, overtakes(null));
            actor.backend().release(beside.attempt());
        }

        /** What became of the second lock of a set. */
        private static AcquireOutcome ofSecond(AcquireAllOutcome outcome) {
            if (outcome instanceof AcquireAllOutcome.Granted granted) {
                return new AcquireOutcome.Granted(granted.grants().get(1));
            }
            if (outcome instanceof AcquireAllOutcome.Contended contended) {
                return new AcquireOutcome.Contended(contended.retryAfter());
            }
            return outcome instanceof AcquireAllOutcome.Refused refused
                    ? new AcquireOutcome.Refused(refused.cause(), refused.retryable())
                    : new AcquireOutcome.Unknown(((AcquireAllOutcome.Unknown) outcome).cause());
        }

        /** Whether a grant now would be out of order: others came first, and have their turn. */
        private boolean overtakes(@Nullable Waiter waiter) {
            return inOrder
                    && now() - turn < STALL.toNanos()
                    && waiters.stream()
                            .takeWhile(before -> before != waiter)
                            .anyMatch(before -> before.contest().signalled());
        }

        private void judged(String step, Asked asked, AcquireOutcome outcome, long began, boolean overtakes) {
            if (lock.isFree() && outcome instanceof AcquireOutcome.Contended) {
                // A waiter may come before it, or be about to leave.
                told(step, outcome, null);
                return;
            }
            boolean wasFree = lock.isFree();
            String wrong = lock.tried(asked, outcome, began);
            if (outcome instanceof AcquireOutcome.Granted granted) {
                held = granted.grant();
            }
            told(step, outcome, wrong == null && wasFree && overtakes ? "a waiter came before it" : wrong);
        }

        private void leave(Waiter waiter) {
            boolean first = waiters.indexOf(waiter) == 0;
            waiters.remove(waiter);
            waiter.contest().close();
            story.add("leave " + waiter + waiting(), "");
            if (first) {
                turn = now();
            }
        }

        private void release() {
            lock.owner().map(Owner::asked).ifPresent(asked -> {
                ReleaseOutcome outcome = asked.by().backend().release(asked.attempt());
                turn = now();
                told("release " + asked, outcome, lock.released(asked, outcome));
            });
        }

        private void free() {
            Optional<Owner> owner = lock.owner();
            if (store.frees() && owner.isPresent()) {
                FreeOutcome outcome = operatorOf(story.oneOf(actors))
                        .free(lock.name(), owner.get().token());
                turn = now();
                told(
                        "free " + owner.get().asked(),
                        outcome,
                        lock.freed(owner.get().token(), outcome));
            }
        }

        private void renew() {
            Grant grant = held;
            lock.owner().map(Owner::asked).ifPresent(asked -> {
                if (grant != null) {
                    Duration lease = anyLease(story);
                    RenewOutcome outcome = asked.by().backend().renew(grant, lease);
                    told("renew " + asked, outcome, lock.renewed(asked, lease, outcome));
                }
            });
        }

        /** The owner's attempt comes again, beside those that wait. */
        private void repeat() {
            lock.owner().map(Owner::asked).ifPresent(this::tryOnce);
        }

        private void inspect() {
            LockBackend backend = story.oneOf(actors).backend();
            told(
                    "inspect",
                    lookUntilRight(story, "inspect", () -> backend.inspect(lock.name()), this::shown, lock::mayBeOver),
                    null);
        }

        private @Nullable String shown(Optional<Holder> holder, long began) {
            // To a store the first that waits may be the holder from the release on, before it looks.
            return lock.isFree() && !waiters.isEmpty() ? null : lock.shown(holder, began);
        }

        /** A store that tells how many wait has each place, and none that was left, after a moment. */
        private void requireWaitersListed() {
            if (store.lists() && !lock.isFree()) {
                await("a list has as many that wait as there are" + waiting() + ": " + story, () -> {
                    List<HeldLock> listed =
                            operatorOf(story.oneOf(actors)).list(lock.name().value(), 1);
                    OptionalInt many = listed.isEmpty()
                            ? OptionalInt.empty()
                            : listed.get(0).waiters();
                    return many.isEmpty() || many.getAsInt() == waiters.size();
                });
            }
        }

        /** If the lock is free, one of those that wait is woken, and is granted it. */
        private void serveNext() {
            if (!lock.isFree() || waiters.isEmpty()) {
                return;
            }
            await(
                    "the lock is free, and one of those that wait is woken and granted it" + waiting() + ": " + story,
                    () -> List.copyOf(waiters).stream().anyMatch(this::isServed));
        }

        private boolean isServed(Waiter waiter) {
            return (!signals || waiter.isDueBySignal()) && look(waiter);
        }

        /**
         * The first of those that wait gets the lock for a short time, and the others expected the long lease of the owner
         * before it.
         */
        private void letLeaseEndBeforeWaiters() {
            Duration brief = leaseOf(BRIEF);
            Asked first = ask(story, story.oneOf(actors), lock.name(), story.oneIn(2) ? longLease() : lease());
            tryOnce(first);
            if (!lock.isOwnedBy(first)) {
                // One that has left may still have its turn.
                return;
            }
            List<Waiter> others = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                newWaiter(i == 0 ? brief : longLease()).ifPresent(waiter -> {
                    enter(waiter);
                    others.add(waiter);
                });
            }
            RenewOutcome renewed = first.by().backend().renew(requireNonNull(held), longLease());
            told("renew " + first, renewed, lock.renewed(first, longLease(), renewed));
            others.forEach(this::look);
            release();
            serveNext();
            Asked next = lock.owner().orElseThrow().asked();
            if (!next.attempt().lease().equals(brief)) {
                return;
            }
            Lease lease = lock.owner().orElseThrow().lease();
            await(
                    "the lease of " + next + " ends and one of those that wait is granted the lock" + waiting() + ": "
                            + story,
                    () -> List.copyOf(waiters).stream().anyMatch(waiter -> isServedAfter(waiter, lease)),
                    endOf(brief));
        }

        private boolean isServedAfter(Waiter waiter, Lease lease) {
            if (!waiter.isDue()) {
                return false;
            }
            AcquireOutcome outcome = waiter.look();
            if (!(outcome instanceof AcquireOutcome.Granted granted)) {
                return false;
            }
            story.add("look of " + waiter, outcome);
            require(lease.mayBeOver(), "the lease of the owner is not over: {}", story);
            waiters.remove(waiter);
            waiter.contest().close();
            lock.ended();
            judge(story, outcome, lock.granted(waiter.asked(), granted.grant()));
            held = granted.grant();
            return true;
        }

        @Override
        public void end() {
            release();
            while (!waiters.isEmpty()) {
                serveNext();
                release();
            }
            Asked last = ask(story, actors, lock.name());
            await("the lock is free for a try: " + story, () -> {
                tryOnce(last);
                return lock.isOwnedBy(last);
            });
            release();
        }
    }
}
