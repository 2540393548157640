// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.StoreHooks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Draws the steps of a sequence on a few locks, and does them. Not thread-safe, except the actions of the steps. */
final class LockSteps {

    private final SequenceRuleTest rule;
    private final Story story;
    private final List<Actor> actors;
    private final String prefix;
    private final ExpectedLocks locks;

    /**
     * For locks that were never held.
     *
     * @param prefix how their names begin
     * @param endings how they end
     * @param tellsRest whether the store knows what is left of a lease
     */
    LockSteps(
            SequenceRuleTest rule,
            Story story,
            List<Actor> actors,
            String prefix,
            List<String> endings,
            boolean tellsRest) {
        this.rule = rule;
        this.story = story;
        this.actors = actors;
        this.prefix = prefix;
        this.locks = new ExpectedLocks(prefix, endings, tellsRest);
    }

    /** Does a step, and fails the rule if it ends otherwise than it must. */
    <T> T outcomeOf(Step<T> step) {
        Step.Done<T> done = step.done();
        story.add(step.what(), done.outcome());
        String wrong = done.wrongIn(locks);
        if (locks.mayBeOver()) {
            throw new SequenceRuleTest.StalledException();
        }
        rule.judge(story, done.outcome(), wrong);
        return done.outcome();
    }

    ExpectedLocks locks() {
        return locks;
    }

    Actor anyActor() {
        return story.oneOf(actors);
    }

    ExpectedLock anyLock() {
        return story.oneOf(locks.all());
    }

    Asked newAttempt() {
        return rule.ask(story, actors, anyLock().name());
    }

    /** One that was granted its lock: mostly a present owner. */
    Optional<Asked> someAttempt() {
        List<Asked> owners = locks.owners();
        List<Asked> some = owners.isEmpty() || story.oneIn(3) ? locks.everGranted() : owners;
        return some.isEmpty() ? Optional.empty() : Optional.of(story.oneOf(some));
    }

    /** Locks in any order, for each an attempt of this client: one that has it, one that had it, or a new one. */
    private List<Asked> setOf(Actor actor, boolean granted) {
        List<ExpectedLock> some = new ArrayList<>(locks.all());
        Collections.shuffle(some, story.lot());
        List<Asked> set = new ArrayList<>();
        for (ExpectedLock lock : some.subList(0, 1 + story.lot().nextInt(some.size()))) {
            List<Asked> own = locks.everGranted().stream()
                    .filter(asked -> asked.by().equals(actor) && asked.name().equals(lock.name()))
                    .toList();
            Optional<Asked> owner = own.stream().filter(lock::isOwnedBy).findFirst();
            if (owner.isPresent() && (granted || !story.oneIn(3))) {
                set.add(owner.get());
            } else if (!own.isEmpty() && (granted || story.oneIn(3))) {
                set.add(story.oneOf(own));
            } else if (!granted) {
                set.add(rule.askInSet(story, actor, lock.name(), rule.anyLease(story)));
            }
        }
        return set;
    }

    Step<AcquireOutcome> trying(Asked asked) {
        return new Step<>(
                "try " + shown(asked),
                List.of(asked),
                () -> asked.by().backend().tryAcquire(asked.attempt()),
                (model, outcome, began) -> model.tried(asked, outcome, began),
                (model, began) -> model.of(asked).triedUntold(asked, began));
    }

    Step<RenewOutcome> renewing(Asked asked) {
        Duration lease = rule.anyLease(story);
        Grant grant = locks.grantOf(asked);
        return new Step<>(
                "renew " + shown(asked) + " for " + lease,
                List.of(asked),
                () -> asked.by().backend().renew(grant, lease),
                (model, outcome, began) -> model.of(asked).renewed(asked, lease, outcome),
                (model, began) -> model.of(asked).renewedUntold(asked, lease, began));
    }

    Step<ReleaseOutcome> releasing(Asked asked) {
        return new Step<>(
                "release " + shown(asked),
                List.of(asked),
                () -> asked.by().backend().release(asked.attempt()),
                (model, outcome, began) -> model.of(asked).released(asked, outcome),
                (model, began) -> model.of(asked).released(asked, new ReleaseOutcome.Released()));
    }

    Step<FreeOutcome> freeing(ExpectedLock lock) {
        Actor operator = anyActor();
        long token = lock.owner().isEmpty() || story.oneIn(2)
                ? lock.otherToken(story.lot())
                : lock.owner().get().token();
        return new Step<>(
                "free '" + shown(lock.name()) + "' with token " + token,
                List.of(),
                () -> SequenceRuleTest.operatorOf(operator).free(lock.name(), token),
                (model, outcome, began) -> model.of(lock.name()).freed(token, outcome),
                (model, began) -> model.of(lock.name()).freed(token, new FreeOutcome.Freed()));
    }

    /** Empty if the store grants no such set in one step. */
    Optional<Step<AcquireAllOutcome>> tryingSet() {
        Actor actor = anyActor();
        List<Asked> set = setOf(actor, false);
        List<LockName> names = set.stream().map(Asked::name).toList();
        return actor.backend()
                .bulk()
                .filter(bulk -> bulk.canAcquireAll(names))
                .map(bulk -> new Step<>(
                        "try the set " + shown(set),
                        set,
                        () -> bulk.tryAcquireAll(attempts(set)),
                        (model, outcome, began) -> model.tried(set, outcome, began),
                        (model, began) -> model.triedUntold(set, began)));
    }

    /** Empty if the store has no such step, or no attempt of a client was granted a lock. */
    Optional<Step<List<RenewOutcome>>> renewingSet() {
        Actor actor = anyActor();
        List<Asked> set = setOf(actor, true);
        Duration lease = rule.anyLease(story);
        List<Grant> grants = set.stream().map(locks::grantOf).toList();
        return actor.backend()
                .bulk()
                .filter(bulk -> !set.isEmpty())
                .map(bulk -> new Step<>(
                        "renew the set " + shown(set) + " for " + lease,
                        set,
                        () -> bulk.renewAll(grants, lease),
                        (model, outcomes, began) -> model.renewed(set, lease, outcomes)));
    }

    /** As for the renewal of a set. */
    Optional<Step<List<ReleaseOutcome>>> releasingSet() {
        Actor actor = anyActor();
        List<Asked> set = setOf(actor, true);
        return actor.backend()
                .bulk()
                .filter(bulk -> !set.isEmpty())
                .map(bulk -> new Step<>(
                        "release the set " + shown(set),
                        set,
                        () -> bulk.releaseAll(attempts(set)),
                        (model, outcomes, began) -> model.released(set, outcomes)));
    }

    Step<Optional<Holder>> inspecting(ExpectedLock lock) {
        LockBackend backend = anyActor().backend();
        return looking("inspect '" + shown(lock.name()) + "'", () -> backend.inspect(lock.name()), lock::shown);
    }

    /** For a store that lists locks. */
    Step<List<HeldLock>> listing(int atMost) {
        OperatorSteps operator = SequenceRuleTest.operatorOf(anyActor());
        return looking(
                "list at most " + atMost,
                () -> operator.list(prefix, atMost),
                (listed, began) -> locks.listed(listed, atMost, began));
    }

    /** A look that repeats itself until it is right, so that its outcome is not judged once more. */
    private <T> Step<T> looking(String what, Supplier<T> look, BiFunction<T, Long, @Nullable String> judge) {
        return new Step<>(
                what,
                List.of(),
                () -> rule.lookUntilRight(story, what, look, judge, locks::mayBeOver),
                (model, outcome, began) -> null);
    }

    /** An operator ends the lease of a lock that is held. */
    void expire(StoreHooks operator, ExpectedLock lock) {
        operator.expire(lock.name().value());
        lock.ended();
        story.add("the lease of '" + shown(lock.name()) + "' is ended at the store", "");
    }

    private static List<Attempt> attempts(List<Asked> set) {
        return set.stream().map(Asked::attempt).toList();
    }

    private List<String> shown(List<Asked> set) {
        return set.stream().map(this::shown).toList();
    }

    String shown(Asked asked) {
        return asked + " on '" + shown(asked.name()) + "'";
    }

    String shown(LockName name) {
        return name.value().substring(prefix.length());
    }
}
