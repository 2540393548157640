// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.Capability;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.Proves;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The rule of SEQ about steps on single locks, on sets of locks, and by an operator. */
public abstract class SequenceLockRules extends SequenceRuleTest {

    private static final int CLIENTS = 3;

    /** Each is the beginning of another one, or the same for a store that folds, cuts or encodes names carelessly. */
    private static final List<String> ENDINGS = List.of("a", "A", "a/", "a%2F");

    private static final int ENOUGH = 100;

    /** How often leases end in a sequence in which they do. */
    private static final int ENDS = 2;

    @Test
    @Proves(Rule.SEQ_1)
    void SEQ_1_each_step_ends_as_those_before_it_demand() throws Exception {
        List<Actor> actors = actors(CLIENTS);
        Abilities store = abilities();
        run((story, leasesEnd) -> new Locks(story, actors, store, leasesEnd));
    }

    /** A sequence on a few locks. */
    private final class Locks implements Sequence {

        private final Story story;
        private final List<Actor> actors;
        private final Abilities store;
        private final String prefix = name() + " ";
        private final LockSteps steps;
        private final ExpectedLocks locks;
        private int ends;
        private final Set<Asked> watched = new HashSet<>();

        /** Attempts whose lock went while they were watched. A late report about them may come. */
        private final Set<Asked> lostOnce = new HashSet<>();

        Locks(Story story, List<Actor> actors, Abilities store, boolean leasesEnd) {
            this.story = story;
            this.actors = actors;
            this.store = store;
            this.ends = leasesEnd && !endsWithConnection() ? ENDS : 0;
            this.steps = new LockSteps(SequenceLockRules.this, story, actors, prefix, ENDINGS, store.tellsRest());
            this.locks = steps.locks();
        }

        @Override
        public void step() {
            switch (story.lot().nextInt(24)) {
                case 0, 1, 2, 3, 4 -> tryOne(steps.newAttempt());
                case 5, 6 -> steps.someAttempt().ifPresent(this::tryOne);
                case 7, 8, 9 -> steps.someAttempt().ifPresent(asked -> steps.outcomeOf(steps.renewing(asked)));
                case 10, 11, 12 -> steps.someAttempt().ifPresent(this::release);
                case 13, 14 -> steps.outcomeOf(steps.inspecting(steps.anyLock()));
                case 15 -> list(story.oneIn(2) ? ENOUGH : 1 + story.lot().nextInt(ENDINGS.size()));
                case 16 -> free(steps.anyLock());
                case 17, 18, 19 -> steps.tryingSet().ifPresent(this::trySet);
                case 20 -> steps.renewingSet().ifPresent(steps::outcomeOf);
                case 21 -> steps.releasingSet().ifPresent(this::releaseSet);
                case 22 -> watch();
                default -> {
                    if (ends > 0) {
                        ends--;
                        letLeasesEnd();
                    }
                }
            }
        }

        private void tryOne(Asked asked) {
            Optional<Asked> owner = ownerOf(asked);
            if (steps.outcomeOf(steps.trying(asked)) instanceof AcquireOutcome.Contended) {
                requireWanted(owner.orElseThrow(), asked);
            }
        }

        private Optional<Asked> ownerOf(Asked asked) {
            return locks.of(asked).owner().map(Owner::asked);
        }

        /** The backend reports to the owner of a lock that another client was refused, or may have been; once is enough. */
        private void requireWanted(Asked owner, Asked by) {
            if (owner.attempt().recallable() && !owner.by().equals(by.by())) {
                StandaloneContext told = owner.by().context();
                await(
                        "the backend of " + owner + " reports that " + by + " wants its lock: " + story,
                        () -> told.wanted().contains(owner.attempt().id())
                                || told.missedRecalls() > owner.missedBefore());
            }
        }

        private void release(Asked asked) {
            endWatch(asked);
            steps.outcomeOf(steps.releasing(asked));
        }

        private void list(int atMost) {
            if (store.lists()) {
                steps.outcomeOf(steps.listing(atMost));
            }
        }

        private void free(ExpectedLock lock) {
            if (!store.frees()) {
                return;
            }
            Optional<Owner> owner = lock.owner();
            steps.outcomeOf(steps.freeing(lock));
            if (lock.isFree()) {
                owner.ifPresent(former -> isGone(former.asked()));
            }
        }

        /** An operator has freed the lock of an attempt. A watch reports that, even if it begins now. */
        private void isGone(Asked asked) {
            watch(asked);
            if (watched.contains(asked)) {
                await(
                        "the watch of " + asked + " reports that its lock is gone: " + story,
                        () -> asked.by()
                                .context()
                                .lost()
                                .contains(asked.attempt().id()));
            }
            endWatch(asked);
        }

        private void watch() {
            if (!locks.owners().isEmpty()) {
                watch(story.oneOf(locks.owners()));
            }
        }

        private void watch(Asked asked) {
            if (capabilities().has(Capability.REPORTS_LOSS) && !lostOnce.contains(asked) && watched.add(asked)) {
                asked.by().backend().lossWatch().ifPresent(watch -> watch.begin(locks.grantOf(asked)));
                story.add("watch " + steps.shown(asked), "");
            }
        }

        private void endWatch(Asked asked) {
            if (watched.remove(asked)) {
                lostOnce.add(asked);
                asked.by().backend().lossWatch().ifPresent(watch -> watch.end(locks.grantOf(asked)));
                story.add("end the watch of " + steps.shown(asked), "");
            }
        }

        private void trySet(Step<AcquireAllOutcome> step) {
            if (steps.outcomeOf(step) instanceof AcquireAllOutcome.Contended contended) {
                Asked refused = ExpectedLocks.of(step.of(), contended.busy()).orElseThrow();
                requireWanted(ownerOf(refused).orElseThrow(), refused);
            }
        }

        private void releaseSet(Step<?> step) {
            step.of().forEach(this::endWatch);
            steps.outcomeOf(step);
        }

        /** Takes free locks for a short time, and waits for the end of it. */
        private void letLeasesEnd() {
            List<ExpectedLock> open = locks.all().stream()
                    .filter(lock -> lock.isFree() && !story.oneIn(3))
                    .toList();
            Actor actor = story.oneOf(actors);
            for (ExpectedLock lock : open) {
                Step.Done<AcquireOutcome> done =
                        steps.trying(ask(story, actor, lock.name(), lease())).done();
                story.add(done.step().what() + " for " + lease(), done.outcome());
                judge(story, done.outcome(), done.wrongIn(locks));
            }
            open.forEach(this::awaitEnd);
            story.add("the leases of " + open.stream().map(ExpectedLock::name).toList(), "over");
            // Before any step tidies up what has ended.
            list(Math.max(1, locks.owners().size()));
        }

        /** The step that finds the end must not be the same each time: it may tidy up. */
        private void awaitEnd(ExpectedLock lock) {
            Lease lease = lock.owner().orElseThrow().lease();
            Asked next = ask(story, actors, lock.name());
            Predicate<ExpectedLock> way = story.oneOf(List.of(
                    store.lists() ? this::isNotListed : this::isNotShown,
                    this::isNotShown,
                    one -> isGranted(one, next, lease)));
            await(
                    "the lease of '" + steps.shown(lock.name()) + "' ends: " + story,
                    () -> way.test(lock) && lease.mayBeOver(),
                    endOf(lease()));
            if (!lock.isOwnedBy(next)) {
                lock.ended();
            }
        }

        private boolean isNotListed(ExpectedLock lock) {
            return operatorOf(story.oneOf(actors)).list(lock.name().value(), ENOUGH).stream()
                    .noneMatch(held -> held.name().equals(lock.name()));
        }

        private boolean isNotShown(ExpectedLock lock) {
            return story.oneOf(actors).backend().inspect(lock.name()).isEmpty();
        }

        private boolean isGranted(ExpectedLock lock, Asked next, Lease former) {
            Step.Done<AcquireOutcome> done = steps.trying(next).done();
            boolean granted = done.outcome() instanceof AcquireOutcome.Granted;
            if (granted) {
                require(former.mayBeOver(), "the lease of '{}' ended early: {}", steps.shown(lock.name()), story);
                lock.ended();
                judge(story, done.outcome(), done.wrongIn(locks));
            }
            return granted;
        }

        @Override
        public void end() {
            for (Asked asked : locks.owners()) {
                require(
                        lostOnce.contains(asked)
                                || !asked.by()
                                        .context()
                                        .lost()
                                        .contains(asked.attempt().id()),
                        "{} has its lock, and a report says that it is gone: {}",
                        asked,
                        story);
                steps.outcomeOf(steps.inspecting(locks.of(asked)));
                release(asked);
            }
            list(ENOUGH);
            locks.all().forEach(lock -> steps.outcomeOf(steps.inspecting(lock)));
        }
    }
}
