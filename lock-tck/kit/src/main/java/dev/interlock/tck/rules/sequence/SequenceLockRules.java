// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rule of SEQ about steps on single locks, on sets of locks, and by an operator. */
public abstract class SequenceLockRules extends SequenceRuleTest {

    private static final int CLIENTS = 3;

    /** Each is the beginning of another one, or the same for a store that folds, cuts or encodes names carelessly. */
    private static final List<String> NAMES = List.of("a", "A", "a/", "a%2F");

    private static final int ENOUGH = 100;

    /** How often leases end in a sequence in which they do. */
    private static final int ENDS = 2;

    /** Once in so many renewals and releases the thread's interrupt flag is set. */
    private static final int INTERRUPTED = 8;

    @Test
    @Proves(Rule.SEQ_1)
    void SEQ_1_each_step_ends_as_those_before_it_demand() {
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
            this.locks = new ExpectedLocks(prefix, NAMES, store.tellsRest());
        }

        @Override
        public void step() {
            switch (story.lot().nextInt(24)) {
                case 0, 1, 2, 3, 4 ->
                    tryOne(ask(story, actors, story.oneOf(locks.all()).name()));
                case 5, 6 -> someAttempt().ifPresent(this::tryOne);
                case 7, 8, 9 -> someAttempt().ifPresent(this::renew);
                case 10, 11, 12 -> someAttempt().ifPresent(this::release);
                case 13, 14 -> inspect(story.oneOf(locks.all()));
                case 15 -> list(story.oneIn(2) ? ENOUGH : 1 + story.lot().nextInt(NAMES.size()));
                case 16 -> free(story.oneOf(locks.all()));
                case 17, 18, 19 -> trySet();
                case 20 -> renewSet();
                case 21 -> releaseSet();
                case 22 -> watch();
                default -> {
                    if (ends > 0) {
                        ends--;
                        letLeasesEnd();
                    }
                }
            }
        }

        /** One that was granted its lock: mostly a present owner. */
        private Optional<Asked> someAttempt() {
            List<Asked> owners = locks.owners();
            List<Asked> some = owners.isEmpty() || story.oneIn(3) ? locks.everGranted() : owners;
            return some.isEmpty() ? Optional.empty() : Optional.of(story.oneOf(some));
        }

        /** Not for attempts, which a store may refuse to an interrupted thread. */
        private <T> T perhapsInterrupted(Supplier<T> step) {
            if (story.oneIn(INTERRUPTED)) {
                Thread.currentThread().interrupt();
            }
            try {
                return step.get();
            } finally {
                Thread.interrupted();
            }
        }

        private void told(String step, Object outcome, @Nullable String wrong) {
            story.add(step, outcome);
            if (locks.mayBeOver()) {
                throw new StalledException();
            }
            judge(story, outcome, wrong);
        }

        private void tryOne(Asked asked) {
            Optional<Asked> owner = ownerOf(asked);
            long began = now();
            AcquireOutcome outcome = asked.by().backend().tryAcquire(asked.attempt());
            told("try " + shown(asked), outcome, locks.tried(asked, outcome, began));
            if (outcome instanceof AcquireOutcome.Contended) {
                requireWanted(owner.orElseThrow(), asked);
            }
        }

        private Optional<Asked> ownerOf(Asked asked) {
            return locks.of(asked).owner().map(Owner::asked);
        }

        /** The backend reports to the owner of a lock that another client was refused; once is enough. */
        private void requireWanted(Asked owner, Asked by) {
            if (owner.attempt().recallable() && !owner.by().equals(by.by())) {
                await(
                        "the backend of " + owner + " reports that " + by + " wants its lock: " + story,
                        () -> owner.by()
                                .context()
                                .wanted()
                                .contains(owner.attempt().id()));
            }
        }

        private void renew(Asked asked) {
            Duration lease = story.oneIn(2) ? longLease() : half();
            RenewOutcome outcome = perhapsInterrupted(() -> asked.by().backend().renew(locks.grantOf(asked), lease));
            told(
                    "renew " + shown(asked) + " for " + lease,
                    outcome,
                    locks.of(asked).renewed(asked, lease, outcome));
        }

        private void release(Asked asked) {
            endWatch(asked);
            ReleaseOutcome outcome =
                    perhapsInterrupted(() -> asked.by().backend().release(asked.attempt()));
            told("release " + shown(asked), outcome, locks.of(asked).released(asked, outcome));
        }

        private void inspect(ExpectedLock lock) {
            LockBackend backend = story.oneOf(actors).backend();
            String what = "inspect '" + shown(lock.name()) + "'";
            told(
                    what,
                    lookUntilRight(story, what, () -> backend.inspect(lock.name()), lock::shown, locks::mayBeOver),
                    null);
        }

        private void list(int atMost) {
            if (store.lists()) {
                OperatorSteps operator = operatorOf(story.oneOf(actors));
                String what = "list at most " + atMost;
                told(
                        what,
                        lookUntilRight(
                                story,
                                what,
                                () -> operator.list(prefix, atMost),
                                (listed, began) -> locks.listed(listed, atMost, began),
                                locks::mayBeOver),
                        null);
            }
        }

        private void free(ExpectedLock lock) {
            if (!store.frees()) {
                return;
            }
            Optional<Owner> owner = lock.owner();
            long token = owner.isEmpty() || story.oneIn(2)
                    ? lock.otherToken(story.lot())
                    : owner.get().token();
            FreeOutcome outcome = operatorOf(story.oneOf(actors)).free(lock.name(), token);
            told("free '" + shown(lock.name()) + "' with token " + token, outcome, lock.freed(token, outcome));
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
                story.add("watch " + shown(asked), "");
            }
        }

        private void endWatch(Asked asked) {
            if (watched.remove(asked)) {
                lostOnce.add(asked);
                asked.by().backend().lossWatch().ifPresent(watch -> watch.end(locks.grantOf(asked)));
                story.add("end the watch of " + shown(asked), "");
            }
        }

        /** Locks in any order, for each an attempt of this client: one that has it, one that had it, or a new one. */
        private List<Asked> setOf(Actor actor, boolean granted) {
            List<ExpectedLock> some = new ArrayList<>(locks.all());
            Collections.shuffle(some, story.lot());
            List<Asked> set = new ArrayList<>();
            for (ExpectedLock lock : some.subList(0, 1 + story.lot().nextInt(some.size()))) {
                List<Asked> own = locks.everGranted().stream()
                        .filter(asked ->
                                asked.by().equals(actor) && asked.name().equals(lock.name()))
                        .toList();
                Optional<Asked> owner = own.stream().filter(lock::isOwnedBy).findFirst();
                if (owner.isPresent() && (granted || !story.oneIn(3))) {
                    set.add(owner.get());
                } else if (!own.isEmpty() && (granted || story.oneIn(3))) {
                    set.add(story.oneOf(own));
                } else if (!granted) {
                    set.add(ask(story, List.of(actor), lock.name()));
                }
            }
            return set;
        }

        private static List<Attempt> attempts(List<Asked> set) {
            return set.stream().map(Asked::attempt).toList();
        }

        private List<String> shown(List<Asked> set) {
            return set.stream().map(this::shown).toList();
        }

        private void trySet() {
            Actor actor = story.oneOf(actors);
            List<Asked> set = setOf(actor, false);
            List<LockName> names = set.stream().map(Asked::name).toList();
            actor.backend().bulk().filter(steps -> steps.canAcquireAll(names)).ifPresent(steps -> trySet(steps, set));
        }

        private void trySet(BulkSteps steps, List<Asked> set) {
            long began = now();
            AcquireAllOutcome outcome = steps.tryAcquireAll(attempts(set));
            told("try the set " + shown(set), outcome, locks.tried(set, outcome, began));
            if (outcome instanceof AcquireAllOutcome.Contended contended) {
                Asked refused = ExpectedLocks.of(set, contended.busy()).orElseThrow();
                requireWanted(ownerOf(refused).orElseThrow(), refused);
            }
        }

        private void renewSet() {
            Actor actor = story.oneOf(actors);
            List<Asked> set = setOf(actor, true);
            if (actor.backend().bulk().isEmpty() || set.isEmpty()) {
                return;
            }
            Duration lease = story.oneIn(2) ? longLease() : half();
            List<Grant> grants = set.stream().map(locks::grantOf).toList();
            List<RenewOutcome> outcomes =
                    perhapsInterrupted(() -> bulk(actor.backend()).renewAll(grants, lease));
            told("renew the set " + shown(set) + " for " + lease, outcomes, locks.renewed(set, lease, outcomes));
        }

        private void releaseSet() {
            Actor actor = story.oneOf(actors);
            List<Asked> set = setOf(actor, true);
            if (actor.backend().bulk().isEmpty() || set.isEmpty()) {
                return;
            }
            set.forEach(this::endWatch);
            List<ReleaseOutcome> outcomes =
                    perhapsInterrupted(() -> bulk(actor.backend()).releaseAll(attempts(set)));
            told("release the set " + shown(set), outcomes, locks.released(set, outcomes));
        }

        /** Takes free locks for a short time, and waits for the end of it. */
        private void letLeasesEnd() {
            List<ExpectedLock> open = locks.all().stream()
                    .filter(lock -> lock.isFree() && !story.oneIn(3))
                    .toList();
            Actor actor = story.oneOf(actors);
            for (ExpectedLock lock : open) {
                Asked brief = ask(story, actor, lock.name(), lease());
                AcquireOutcome outcome = actor.backend().tryAcquire(brief.attempt());
                story.add("try " + shown(brief) + " for " + lease(), outcome);
                judge(story, outcome, locks.tried(brief, outcome, now()));
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
                    "the lease of '" + shown(lock.name()) + "' ends: " + story,
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
            AcquireOutcome outcome = next.by().backend().tryAcquire(next.attempt());
            boolean granted = outcome instanceof AcquireOutcome.Granted;
            if (granted) {
                require(former.mayBeOver(), "the lease of '{}' ended early: {}", shown(lock.name()), story);
                lock.ended();
                judge(story, outcome, locks.tried(next, outcome, now()));
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
                inspect(locks.of(asked));
                release(asked);
            }
            list(ENOUGH);
            locks.all().forEach(this::inspect);
        }

        private String shown(Asked asked) {
            return asked + " on '" + shown(asked.name()) + "'";
        }

        private String shown(LockName name) {
            return name.value().substring(prefix.length());
        }
    }
}
