// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.internal.client.Engine;
import dev.interlock.memory.MemoryStore;
import dev.interlock.simulation.Scenario.StoreKind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs scenarios, each in an order that a seed decides: the same scenario and the same seed give the same history, to
 * the last byte. Used by one thread.
 */
final class Simulation implements AutoCloseable {

    /** Of real time; a schedule takes some milliseconds. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Carrier.Crew crew = new Carrier.Crew();
    private final Subject subject;

    Simulation(Subject subject) {
        this.subject = subject;
    }

    /** A simulation of the engine as it is. */
    static Simulation ofTheEngine() {
        return new Simulation(Subject.ENGINE);
    }

    /**
     * The subject under test.
     *
     * @param opener opens its clients
     * @param memory makes the store in memory; null to run every scenario on the kind of store that it names
     */
    record Subject(Opener opener, @Nullable MemoryMaker memory) {

        static final Subject ENGINE = new Subject(Engine::start, null);
    }

    /** Makes a store in memory. */
    interface MemoryMaker {

        /** A new store, with the opener of its clients. */
        Made make(Schedule schedule);

        /** A store with the opener of its clients. */
        record Made(SimulatedStore store, Opener opener) {}
    }

    /**
     * The outcome of one schedule.
     *
     * @param findings the violations in order; empty if there are none
     * @param story the story, if it was requested
     * @param nanos how long it took in the simulated world
     * @param fingerprint the whole history as one number, if the story was requested
     * @param trace what it did as the model sees it
     */
    record Outcome(
            Case which,
            List<String> findings,
            List<String> story,
            int steps,
            long nanos,
            long fingerprint,
            List<Steps.Step> trace) {

        boolean isWrong() {
            return !findings.isEmpty();
        }

        /** The violation without the numbers, which differ between schedules. */
        String kind() {
            return findings.isEmpty()
                    ? ""
                    : findings.get(0).lines().findFirst().orElse("").replaceAll("[0-9][0-9.,:/]*", "#");
        }
    }

    /**
     * A scenario and the order of its schedule.
     *
     * @param order the seed of the order
     */
    record Case(Scenario scenario, long order) {

        /** The text from which it can be run again. */
        String text() {
            return scenario.text() + "/" + Long.toHexString(order);
        }

        static Case parse(String text) {
            // Names of parts have this sign, too.
            int order = text.lastIndexOf('/');
            return new Case(
                    Scenario.parse(text.substring(0, order)), Long.parseUnsignedLong(text.substring(order + 1), 16));
        }

        /** The case of a seed. */
        static Case of(long seed) {
            Chance chance = new Chance(seed);
            return new Case(Scenario.of(chance.next()), chance.next());
        }
    }

    /** Runs a case. */
    Outcome run(Case which, boolean tells) throws InterruptedException {
        Chance chance = new Chance(which.order());
        return run(which, order(chance), Setting.ofSeed(which.scenario().seed()), tells);
    }

    /** Runs a scenario in an order, with nothing left to chance; its seed is each choice. */
    Outcome run(Scenario scenario, Order order, boolean tells) throws InterruptedException {
        return run(new Case(scenario, 0), order, Setting.still((int) scenario.seed()), tells);
    }

    private Outcome run(Case which, Order order, Setting setting, boolean tells) throws InterruptedException {
        Schedule schedule = new Schedule(order, crew);
        Recorder recorder = new Recorder(schedule, tells);
        World world = new World(schedule, recorder, which.scenario());
        MemoryMaker.Made made = store(which.scenario().store(), schedule);
        Director director = new Director(world, made.store(), made.opener(), setting);
        @Nullable Throwable failure;
        try {
            failure = schedule.run(director::run, LONGEST);
        } catch (IllegalStateException e) {
            throw new IllegalStateException("case " + which.text(), e);
        }
        List<String> findings = failure != null
                ? List.of(
                        failure instanceof IllegalStateException
                                ? String.valueOf(failure.getMessage())
                                : trace(failure))
                : new Judge(world, director).findings();
        return new Outcome(
                which,
                findings,
                recorder.story(),
                schedule.steps(),
                schedule.now(),
                tells ? recorder.fingerprint() : 0,
                recorder.steps().all());
    }

    private static String trace(Throwable failure) {
        StringBuilder lines = new StringBuilder("thrown: " + failure);
        for (int i = 0; i < Math.min(12, failure.getStackTrace().length); i++) {
            lines.append("\n    at ").append(failure.getStackTrace()[i]);
        }
        return lines.toString();
    }

    private static Order order(Chance chance) {
        return switch (chance.below(4)) {
            case 0 -> Order.uniform(chance, 0);
            case 1 -> Order.uniform(chance, 20);
            case 2 -> Order.uniform(chance, 200);
            default -> Order.byPriority(chance, 1 + chance.below(4), 600);
        };
    }

    private MemoryMaker.Made store(StoreKind kind, Schedule schedule) {
        MemoryMaker memory = subject.memory();
        if (memory != null) {
            return memory.make(schedule);
        }
        SimulatedStore store = switch (kind) {
            case POLL -> new LeaseStore(schedule, false);
            case SIGNAL -> new LeaseStore(schedule, true);
            case TURN -> new FifoStore(schedule);
            case SESSION -> new QueueStore(schedule, SimulatedStore.Holds.BY_SESSION);
            case CONNECTION -> new QueueStore(schedule, SimulatedStore.Holds.BY_CONNECTION);
            case MEMORY -> {
                MemoryStore inMemory = new MemoryStore();
                yield new MemoryShape(inMemory::backend, inMemory::clear, inMemory::expire, schedule);
            }
        };
        return new MemoryMaker.Made(store, subject.opener());
    }

    /** The story of a case, for display. */
    static String text(Outcome outcome) {
        StringBuilder text = new StringBuilder();
        outcome.findings()
                .forEach(finding -> text.append("WRONG: ").append(finding).append('\n'));
        text.append(String.format(
                Locale.ROOT, "case %s, %d steps%n", outcome.which().text(), outcome.steps()));
        outcome.which()
                .scenario()
                .words()
                .forEach(line -> text.append("  ").append(line).append('\n'));
        outcome.story().forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    @Override
    public void close() {
        crew.close();
    }
}
