// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.Holder;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rule of SEQ about the steps of many threads of one client, each on locks of its own. */
public abstract class SequenceThreadRules extends SequenceRuleTest {

    private static final int THREADS = 6;
    private static final List<String> ENDINGS = List.of("a", "b");
    private static final Duration WORK = Duration.ofMillis(700);

    @Test
    @Proves(Rule.SEQ_1)
    void SEQ_1_steps_of_many_threads_of_one_client_end_as_those_of_one() throws Exception {
        List<Actor> client = actors(1);
        Abilities store = abilities();
        List<Future<Integer>> working = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Story story = new Story(thread);
            working.add(start(() -> work(story, client, store)));
        }
        int steps = 0;
        for (Future<Integer> each : working) {
            steps += join("the steps of a thread", each, LONG);
        }
        evidence("{} steps of {} threads of one client ended as they must", steps, THREADS);
    }

    private int work(Story story, List<Actor> client, Abilities store) {
        LockSteps steps = new LockSteps(this, story, client, name() + " ", ENDINGS, store.tellsRest());
        Stopwatch watch = new Stopwatch();
        try {
            while (watch.elapsed().compareTo(WORK) < 0) {
                anyStep(story, steps).ifPresentOrElse(steps::outcomeOf, () -> look(story, steps));
            }
            steps.locks().owners().forEach(asked -> steps.outcomeOf(steps.releasing(asked)));
        } catch (StalledException e) {
            evidence("the machine stalled, so that a thread ended after {} steps", story.steps());
        }
        return story.steps();
    }

    private static Optional<? extends Step<?>> anyStep(Story story, LockSteps steps) {
        return switch (story.lot().nextInt(8)) {
            case 0, 1, 2 -> Optional.of(steps.trying(steps.newAttempt()));
            case 3 -> steps.someAttempt().map(steps::renewing);
            case 4, 5 -> steps.someAttempt().map(steps::releasing);
            case 6 -> steps.tryingSet();
            default -> Optional.empty();
        };
    }

    /** Right at once, as no other client has changed the lock; but one of several servers may know of a lease only later. */
    private void look(Story story, LockSteps steps) {
        ExpectedLock lock = steps.anyLock();
        long began = now();
        Optional<Holder> shown = steps.anyActor().backend().inspect(lock.name());
        story.add("inspect '" + steps.shown(lock.name()) + "'", shown);
        if (lock.mayBeOver()) {
            throw new StalledException();
        }
        Optional<Holder> withoutRest =
                shown.map(holder -> new Holder(holder.fencingToken(), Optional.empty(), holder.hint()));
        judge(story, shown, lock.shown(withoutRest, began));
    }
}
