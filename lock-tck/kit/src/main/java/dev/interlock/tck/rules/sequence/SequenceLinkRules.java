// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.Holder;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The rule of SEQ about steps whose requests and replies are lost. A step without an answer may have been executed: what
 * others see afterwards must agree with one of the two, and so must the step when it is repeated.
 */
public abstract class SequenceLinkRules extends SequenceRuleTest {

    private static final List<String> ENDINGS = List.of("a", "b");

    /** A fault meets one of so many first requests of a step. */
    private static final int REQUESTS = 4;

    /** At most so many steps come between a step without an answer and its repetition. */
    private static final int MEANWHILE = 3;

    @Test
    @Proves(Rule.SEQ_1)
    void SEQ_1_steps_whose_messages_are_lost_leave_what_they_say() throws Exception {
        FaultLink link = link();
        if (endsWithConnection()) {
            evidence("a hold ends with its connection");
            return;
        }
        // All of them, since a fixture may let its link reach a part of the store only.
        List<Actor> actors = Stream.of("A", "B", "C")
                .map(called -> actor(called, link.openBackend()))
                .toList();
        Abilities store = abilities();
        run((story, leasesEnd) -> new Messages(story, actors, store, link));
    }

    /** A sequence on a few locks. */
    private final class Messages implements Sequence {

        private final Story story;
        private final Abilities store;
        private final FaultLink link;
        private final Optional<StoreHooks> hooks = fixture().storeHooks();
        private final LockSteps steps;
        private final ExpectedLocks locks;
        private PossibleLocks possible;

        Messages(Story story, List<Actor> actors, Abilities store, FaultLink link) {
            this.story = story;
            this.store = store;
            this.link = link;
            this.steps = new LockSteps(SequenceLinkRules.this, story, actors, name() + " ", ENDINGS, store.tellsRest());
            this.locks = steps.locks();
            this.possible = new PossibleLocks(locks);
        }

        @Override
        public void step() {
            possible = new PossibleLocks(locks);
            if (story.oneIn(6)) {
                inspect(steps.anyLock());
            } else if (story.oneIn(8)) {
                // A step that finds an ended lease takes other requests than one that finds a free lock.
                hooks.ifPresent(operator -> locks.owners().forEach(asked -> steps.expire(operator, locks.of(asked))));
            } else if (story.oneIn(12) && store.frees()) {
                toItsEnd(steps.freeing(steps.anyLock()));
            } else {
                anyStep().ifPresent(this::toItsEnd);
            }
        }

        private Optional<? extends Step<?>> anyStep() {
            return switch (story.lot().nextInt(10)) {
                // A client makes none again that was answered: a request of it may be under way still.
                case 0, 1, 2, 3 -> Optional.of(steps.trying(steps.newAttempt()));
                case 4, 5 -> steps.someAttempt().map(steps::renewing);
                case 6, 7, 8 -> steps.someAttempt().map(steps::releasing);
                default -> steps.tryingSet();
            };
        }

        /** Does a step, one of whose messages may be lost, until it is answered. Others do theirs before it is repeated. */
        private void toItsEnd(Step<?> step) {
            Loss loss = story.oneOf(List.of(Loss.values()));
            int position = story.lot().nextInt(REQUESTS);
            Optional<MessageGate> gate = story.oneIn(3) ? Optional.empty() : Optional.of(loss.at(link, position));
            boolean answered = getsAnswer(
                    step,
                    () -> gate.filter(MessageGate::reached)
                            .map(reached -> loss.told(position))
                            .orElse(""));
            link.heal();
            if (!answered) {
                int others = story.lot().nextInt(MEANWHILE);
                for (int i = 0; i < others; i++) {
                    anyStep().filter(step::mayComeBeside).ifPresent(this::untilAnswered);
                    inspect(steps.anyLock());
                }
                untilAnswered(step);
            }
            locks.become(possible.known());
        }

        private void untilAnswered(Step<?> step) {
            boolean answered = Awaiter.holdsWithin(() -> getsAnswer(step, () -> ""), Awaiter.stretched(patience()));
            require(answered, "{} gets no answer: {}", step.what(), story);
        }

        /** Does a step, and takes its outcome into the possible states. */
        private boolean getsAnswer(Step<?> step, Supplier<String> loss) {
            Step.Done<?> done = step.done();
            story.add(step.what() + loss.get(), done.outcome());
            if (done.isUnknown()) {
                possible.mayBeDone(done);
            }
            boolean answered = !done.isUnknown() && !done.isRefused();
            String wrong = answered ? possible.keep(done::wrongIn) : null;
            if (possible.mayBeOver()) {
                throw new StalledException();
            }
            if (wrong != null) {
                throw broken("{}: {}", wrong, story);
            }
            return answered;
        }

        /** A look proves nothing about the step without an answer, as it may be out of date. */
        private void inspect(ExpectedLock lock) {
            LockBackend backend = steps.anyActor().backend();
            String what = "inspect '" + steps.shown(lock.name()) + "'";
            AtomicReference<Object> shown = new AtomicReference<>("");
            boolean right = Awaiter.holdsWithin(
                    () -> isShown(lock, backend, shown) || possible.mayBeOver(), Awaiter.stretched(patience()));
            story.add(what, String.valueOf(shown.get()));
            require(right, "what the store has is not shown: {}", story);
        }

        private boolean isShown(ExpectedLock lock, LockBackend backend, AtomicReference<Object> shown) {
            long began = now();
            try {
                Optional<Holder> holder = backend.inspect(lock.name());
                shown.set(holder);
                return possible.isPossible(state -> state.of(lock.name()).shown(holder, began));
            } catch (LockUnavailableException e) {
                // A connection that was cut.
                shown.set(e);
                return false;
            }
        }

        @Override
        public void end() {
            for (Asked asked : locks.owners()) {
                possible = new PossibleLocks(locks);
                toItsEnd(steps.releasing(asked));
            }
            possible = new PossibleLocks(locks);
            locks.all().forEach(this::inspect);
        }
    }

    /** What becomes of a message. */
    private enum Loss {
        REQUEST,
        REPLY;

        MessageGate at(FaultLink link, int position) {
            return switch (this) {
                case REQUEST -> link.cutRequest(RequestKind.ANY, position);
                case REPLY -> link.dropReply(RequestKind.ANY, position);
            };
        }

        String told(int position) {
            return " with the " + (this == REQUEST ? "request " : "reply to request ") + (position + 1) + " lost";
        }
    }
}
