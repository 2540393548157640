// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.Capability;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.rules.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rule of SEQ about steps on locks that the store loses. */
public abstract class SequenceLossRules extends SequenceRuleTest {

    private static final int CLIENTS = 3;
    private static final List<String> ENDINGS = List.of("a", "b");

    @Test
    @Proves(Rule.SEQ_1)
    @ResourceLock(STORE)
    void SEQ_1_each_step_on_locks_that_the_store_loses_ends_as_those_before_it_demand() throws Exception {
        StoreHooks hooks = storeHooks();
        List<Actor> actors = actors(CLIENTS);
        Abilities store = abilities();
        run((story, leasesEnd) -> new Losses(story, actors, store, hooks));
    }

    /** A sequence on a few locks. */
    private final class Losses implements Sequence {

        private final boolean tokensSurvive = capabilities().has(Capability.TOKENS_SURVIVE_DATA_LOSS);
        private final Story story;
        private final Abilities store;
        private final StoreHooks hooks;
        private final LockSteps steps;
        private final ExpectedLocks locks;

        Losses(Story story, List<Actor> actors, Abilities store, StoreHooks hooks) {
            this.story = story;
            this.store = store;
            this.hooks = hooks;
            this.steps = new LockSteps(SequenceLossRules.this, story, actors, name() + " ", ENDINGS, store.tellsRest());
            this.locks = steps.locks();
        }

        @Override
        public void step() {
            switch (story.lot().nextInt(18)) {
                case 0, 1, 2, 3 -> steps.outcomeOf(steps.trying(steps.newAttempt()));
                case 4, 5 -> steps.someAttempt().ifPresent(asked -> steps.outcomeOf(steps.trying(asked)));
                case 6, 7 -> steps.someAttempt().ifPresent(asked -> steps.outcomeOf(steps.renewing(asked)));
                case 8, 9 -> steps.someAttempt().ifPresent(asked -> steps.outcomeOf(steps.releasing(asked)));
                case 10 -> steps.outcomeOf(steps.inspecting(steps.anyLock()));
                case 11 -> {
                    if (store.frees()) {
                        steps.outcomeOf(steps.freeing(steps.anyLock()));
                    }
                }
                case 12 -> steps.tryingSet().ifPresent(steps::outcomeOf);
                case 13 -> steps.renewingSet().ifPresent(steps::outcomeOf);
                case 14 -> steps.releasingSet().ifPresent(steps::outcomeOf);
                case 15, 16 -> expire(steps.anyLock());
                default -> lose();
            }
        }

        private void expire(ExpectedLock lock) {
            if (!lock.isFree() && !endsWithConnection()) {
                steps.expire(hooks, lock);
            }
        }

        private void lose() {
            if (endsWithConnection() && !locks.owners().isEmpty()) {
                // The connection would keep what it has.
                return;
            }
            boolean all = story.oneIn(2);
            if (all) {
                hooks.loseData();
            } else {
                hooks.deleteLocks();
            }
            locks.all().forEach(lock -> lock.lost(tokensSurvive));
            story.add(all ? "the store loses all data" : "an operator deletes all locks", "");
        }

        @Override
        public void end() {
            locks.all().forEach(lock -> steps.outcomeOf(steps.inspecting(lock)));
            locks.owners().forEach(asked -> steps.outcomeOf(steps.releasing(asked)));
        }
    }
}
