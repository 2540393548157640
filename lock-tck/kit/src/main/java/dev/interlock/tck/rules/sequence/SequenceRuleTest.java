// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.BackendProfile;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.instrument.SettableClock;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A rule about sequences of steps, drawn by lot. The clients' steps come one after another, or two at once, and a model
 * knows how they must end. The seeds are always the same, and so is a sequence of single steps, as far as the store is
 * fast enough to get there. Which of two steps at once comes first is up to the store.
 */
public abstract class SequenceRuleTest extends ClientRuleTest {

    private static final int SEQUENCES = 60;
    private static final int STEPS = 120;
    private static final Duration AT_MOST = Duration.ofSeconds(3);

    /** Once in so many sequences leases end. */
    private static final int WITH_ENDS = 6;

    private static final int MOST_TOKENS = 3;
    private static final String HINT = "host-7 of the sequence, by 'rule'";

    private static final Map<String, Duration> WRONG = Map.of("B", Duration.ofHours(1), "C", Duration.ofHours(-1));

    /** Parts of names that a store may encode otherwise for its signals than for its locks. */
    private static final List<String> ODD = List.of(
            "",
            "",
            "",
            " /\u00fc%A.*>#",
            "A",
            ".b.c",
            "{x}:y",
            "\u6f22".repeat(50),
            "x".repeat(150),
            "\ud83d\udd12 '\"\\");

    private final AtomicInteger attempts = new AtomicInteger();

    /** The sequence cannot be judged: the machine stalled, so that a lease may be over, or an answer did not come in time. */
    static final class StalledException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** One sequence of steps. */
    interface Sequence {

        /** Draws a step and does it. */
        void step() throws Exception;

        /** Brings all that was begun to an end. */
        void end();
    }

    /** What the sequences of a rule begin with. */
    interface Begin {

        /** Begins a sequence. */
        Sequence with(Story story, boolean leasesEnd);
    }

    final void run(Begin begin) throws Exception {
        run(SEQUENCES, begin);
    }

    final void run(int most, Begin begin) throws Exception {
        Stopwatch watch = new Stopwatch();
        int steps = 0;
        int sequences = 0;
        int stalled = 0;
        for (int seed = 0; seed < most && watch.elapsed().compareTo(AT_MOST) < 0; seed++) {
            Story story = new Story(seed);
            Sequence sequence = begin.with(story, seed % WITH_ENDS == 1);
            try {
                for (int i = 0; i < STEPS && watch.elapsed().compareTo(AT_MOST) < 0; i++) {
                    sequence.step();
                }
                sequence.end();
            } catch (StalledException e) {
                stalled++;
                evidence("the machine stalled, so that a sequence ended after {} steps", story.steps());
            }
            steps += story.steps();
            sequences++;
        }
        require(
                stalled < sequences || watch.elapsed().compareTo(AT_MOST) >= 0,
                "each of {} sequences ended with a step that the store did not answer",
                sequences);
        evidence("{} steps in {} sequences ended as they must", steps, sequences);
    }

    /** Independent clients, up to five. */
    final List<Actor> actors(int many) {
        return Stream.of("A", "B", "C", "D", "E")
                .limit(many)
                .map(called -> actor(called, fixture().openBackend()))
                .toList();
    }

    /** A client whose wall clock is as wrong as that of its name: no step may go by it. */
    final Actor actor(String called, LockBackend backend) {
        Duration wrong = WRONG.getOrDefault(called, Duration.ZERO);
        StandaloneContext context = new StandaloneContext(SettableClock.wrongBy(wrong));
        return new Actor(called, started(backend, context), context);
    }

    /** An attempt of one of the clients, with what it asks for drawn by lot. */
    final Asked ask(Story story, List<Actor> actors, LockName name) {
        return ask(story, story.oneOf(actors), name, anyLease(story));
    }

    final Asked ask(Story story, Actor actor, LockName name, Duration lease) {
        Asked asked = askInSet(story, actor, name, lease);
        boolean recallable = capabilities().has(Capability.RECALLS) && story.oneIn(2);
        return recallable ? Asked.of(asked.called(), actor, asked.attempt().withRecall()) : asked;
    }

    /** An attempt of a set, of which a client retains no lock. */
    final Asked askInSet(Story story, Actor actor, LockName name, Duration lease) {
        int tokens =
                1 + story.lot().nextInt(Math.min(MOST_TOKENS, capabilities().maxTokens()));
        String hint = story.oneIn(2) ? HINT.substring(story.lot().nextInt(HINT.length())) : null;
        return Asked.of(
                actor.called() + attempts.incrementAndGet(),
                actor,
                Attempt.of(name, AttemptId.random(), lease, tokens, hint));
    }

    /**
     * What a store can do that the SPI leaves open.
     *
     * @param tellsRest knows what is left of a lease
     * @param frees frees a lock for an operator; otherwise it refuses each free
     * @param lists lists locks; otherwise it refuses each list
     */
    record Abilities(boolean tellsRest, boolean frees, boolean lists) {}

    final Abilities abilities() {
        LockBackend backend = backend();
        Attempt held = attempt(name(), longLease());
        granted(backend, held);
        boolean tells = backend.inspect(held.name()).flatMap(Holder::remaining).isPresent();
        backend.release(held);
        Optional<OperatorSteps> operator = backend.operator();
        return new Abilities(
                tells,
                operator.filter(steps -> !(steps.free(held.name(), 1) instanceof FreeOutcome.Refused))
                        .isPresent(),
                operator.filter(SequenceRuleTest::lists).isPresent());
    }

    private static boolean lists(OperatorSteps operator) {
        try {
            operator.list("", 1);
            return true;
        } catch (LockUnavailableException e) {
            return false;
        }
    }

    static OperatorSteps operatorOf(Actor actor) {
        return actor.backend().operator().orElseThrow();
    }

    /** One that does not end in a sequence. */
    final Duration anyLease(Story story) {
        if (story.oneIn(10)) {
            return capabilities().maxLease();
        }
        return story.oneIn(2) ? longLease() : half();
    }

    /** The name of a lock that waiters wait for. */
    final LockName oddName(Story story) {
        return new LockName(name() + story.oneOf(ODD));
    }

    /** A lease that does not end in a sequence, and differs from the longest. */
    final Duration half() {
        return new BackendProfile(capabilities()).nearestLease(longLease().dividedBy(2));
    }

    /** Fails the rule if something is wrong. */
    final void judge(Story story, Object outcome, @Nullable String wrong) {
        if (isUnknown(outcome)) {
            throw new StalledException();
        }
        if (wrong != null) {
            throw broken("{}: {}", wrong, story);
        }
    }

    /**
     * A look of one client at what others have changed may be out of date when it comes, so it is repeated until it is
     * right.
     *
     * @param judge returns what is wrong with a look that began at a time
     * @param mayBeOver whether a lease may be over, so that nothing is right any more
     */
    final <T> T lookUntilRight(
            Story story,
            String what,
            Supplier<T> look,
            BiFunction<T, Long, @Nullable String> judge,
            BooleanSupplier mayBeOver) {
        long began = now();
        T first = look.get();
        String wrong = judge.apply(first, began);
        if (wrong != null && !mayBeOver.getAsBoolean()) {
            await(wrong + " in the end: " + what + " -> " + first + ", after " + story, () -> {
                long again = now();
                return judge.apply(look.get(), again) == null || mayBeOver.getAsBoolean();
            });
        }
        return first;
    }

    /** Whether the store may have executed a step, or a part of it, and did not say. */
    static boolean isUnknown(Object outcome) {
        return outcome instanceof AcquireOutcome.Unknown
                || outcome instanceof AcquireAllOutcome.Unknown
                || outcome instanceof RenewOutcome.Unknown
                || outcome instanceof ReleaseOutcome.Unknown
                || outcome instanceof FreeOutcome.Unknown
                || (outcome instanceof ShareSteps.Renewal renewal && isUnknown(renewal.outcome()))
                || (outcome instanceof List<?> outcomes && outcomes.stream().anyMatch(SequenceRuleTest::isUnknown));
    }
}
