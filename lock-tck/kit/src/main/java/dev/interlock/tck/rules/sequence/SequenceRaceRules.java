// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.Meeting;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The rule of SEQ about steps on single locks, on sets of locks and by an operator, two of which are under way at a time.
 * It meets a step that looks and writes in two actions of the store, even if no clock and no link stops it in between.
 */
public abstract class SequenceRaceRules extends SequenceRuleTest {

    private static final int CLIENTS = 3;
    private static final List<String> ENDINGS = List.of("a", "b");
    private static final int SEQUENCES = 1_000;

    /** Once in so many times the store is asked what it has. */
    private static final int LOOKS = 4;

    @Test
    @Proves(Rule.SEQ_1)
    void SEQ_1_two_steps_at_once_end_as_if_one_of_them_came_first() throws Exception {
        List<Actor> actors = actors(CLIENTS);
        Abilities store = abilities();
        Meeting meeting = new Meeting();
        run(SEQUENCES, (story, leasesEnd) -> new Races(story, actors, store, meeting));
    }

    /** A sequence on a few locks. */
    private final class Races implements Sequence {

        private final Story story;
        private final Abilities store;
        private final Meeting meeting;
        private final LockSteps steps;
        private final ExpectedLocks locks;

        Races(Story story, List<Actor> actors, Abilities store, Meeting meeting) {
            this.story = story;
            this.store = store;
            this.meeting = meeting;
            this.steps = new LockSteps(SequenceRaceRules.this, story, actors, name() + " ", ENDINGS, store.tellsRest());
            this.locks = steps.locks();
        }

        @Override
        public void step() throws Exception {
            if (story.oneIn(5)) {
                Optional<Asked> owner = steps.someAttempt();
                if (owner.isPresent()) {
                    ownSteps(owner.get());
                }
                return;
            }
            Optional<? extends Step<?>> one = anyStep();
            Optional<? extends Step<?>> other = anyStep();
            if (one.isPresent() && other.isPresent() && one.get().mayComeBeside(other.get())) {
                atOnce(one.get(), other.get());
                if (story.oneIn(LOOKS)) {
                    steps.outcomeOf(steps.inspecting(steps.anyLock()));
                }
            }
        }

        /** An engine releases while a renewal is under way, and repeats a renewal that has not been answered. */
        private void ownSteps(Asked owner) throws Exception {
            Step<?> beside = story.oneIn(2) ? steps.releasing(owner) : steps.renewing(owner);
            atOnce(steps.renewing(owner), beside);
        }

        private Optional<? extends Step<?>> anyStep() {
            return switch (story.lot().nextInt(12)) {
                case 0, 1, 2, 3 -> Optional.of(steps.trying(steps.newAttempt()));
                case 4 -> steps.someAttempt().map(steps::renewing);
                case 5, 6, 7 -> steps.someAttempt().map(steps::releasing);
                case 8 -> store.frees() ? Optional.of(steps.freeing(steps.anyLock())) : Optional.empty();
                case 9, 10 -> steps.tryingSet();
                default -> story.oneIn(2) ? steps.renewingSet() : steps.releasingSet();
            };
        }

        private void atOnce(Step<?> one, Step<?> other) throws Exception {
            Future<? extends Step.Done<?>> beside = start(meeting.first(() -> one.done()));
            Step.Done<?> second = meeting.second(() -> other.done());
            Step.Done<?> first = join("a step beside another one", beside);
            story.add("at once: " + first + "; and " + second.step().what(), second.outcome());
            judge(story, first.outcome(), null);
            judge(story, second.outcome(), null);
            ExpectedLocks before = locks.copy();
            String wrong = wrongInOrder(before.copy(), first, second);
            String wrongToo = wrongInOrder(before.copy(), second, first);
            judge(
                    story,
                    second.outcome(),
                    wrong == null || wrongToo == null
                            ? null
                            : "if the first one came first, " + wrong + "; if the second one came first, " + wrongToo);
        }

        /** Takes both outcomes into a model, in this order, and the model for that of the locks if they agree with it. */
        private @Nullable String wrongInOrder(ExpectedLocks model, Step.Done<?> first, Step.Done<?> second) {
            String wrong = first.wrongIn(model);
            wrong = wrong == null ? second.wrongIn(model) : wrong;
            if (model.mayBeOver()) {
                throw new StalledException();
            }
            if (wrong == null) {
                // In the other order the leases may have another end.
                if (locks.isLike(model)) {
                    locks.mayEndAs(model);
                } else {
                    locks.become(model);
                }
            }
            return wrong;
        }

        @Override
        public void end() {
            locks.all().forEach(lock -> steps.outcomeOf(steps.inspecting(lock)));
            locks.owners().forEach(asked -> steps.outcomeOf(steps.releasing(asked)));
        }
    }
}
