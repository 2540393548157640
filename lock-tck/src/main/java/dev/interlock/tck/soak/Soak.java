// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Declared;
import dev.interlock.tck.KitContext;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.GuardedThings;
import dev.interlock.tck.process.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Processes that contend while faults are injected, one at a time and each chosen at random: a process is stopped for up to
 * twice its lease, a process is killed and another started, the store is killed and started again. For one thread.
 */
public final class Soak implements AutoCloseable {

    /** Between two faults the others get on with so many updates at most. */
    private static final int UPDATES_BETWEEN = 20;

    /** Longer than any lease and any start of a store: who gets nothing done for so long is stuck. */
    private static final Duration STUCK = Duration.ofSeconds(60);

    private static final Duration WANTED_LEASE = Duration.ofSeconds(2);

    private final LockFixture fixture;
    private final SoakPlan plan;
    private final Capabilities capabilities;
    private final Random choices;
    private final Stage stage;
    private final GuardedThings things;
    private final List<String> locks;
    private final List<ClientProcess> processes = new ArrayList<>();
    private final Map<SoakFault, Integer> faults = new EnumMap<>(SoakFault.class);
    private int started;

    private Soak(LockFixture fixture, SoakPlan plan) {
        this.fixture = fixture;
        this.plan = plan;
        this.capabilities = capabilities(fixture);
        this.choices = new Random(plan.seed());
        this.stage = new Stage(fixture.processes()
                .orElseThrow(() ->
                        new IllegalArgumentException(fixture.description() + " has no way in for other processes")));
        this.things = new GuardedThings(stage.writer("things"));
        this.locks = IntStream.range(0, plan.locks())
                .mapToObj(i -> fixture.uniqueName())
                .toList();
    }

    /**
     * Runs a soak.
     *
     * @param fixture the store; it must let other processes in, and is restarted if it can be
     * @param plan how long and from which seed
     * @return what came of it
     * @throws InterruptedException if the thread is interrupted
     * @throws IllegalStateException if nothing got done for a minute
     */
    public static SoakResult run(LockFixture fixture, SoakPlan plan) throws InterruptedException {
        try (Soak soak = new Soak(fixture, plan)) {
            return soak.run();
        }
    }

    private SoakResult run() throws InterruptedException {
        long end = System.nanoTime() + plan.duration().toNanos();
        while (processes.size() < plan.processes()) {
            startOne();
        }
        while (System.nanoTime() - end < 0) {
            awaitUpdates(1 + choices.nextInt(UPDATES_BETWEEN));
            SoakFault fault = SoakFault.choose(choices, fixture.restart().isPresent());
            inject(fault);
            faults.merge(fault, 1, Integer::sum);
        }
        awaitUpdates(UPDATES_BETWEEN);
        processes.forEach(process -> process.stopWork().join());
        return new SoakVerdicts(fixture, capabilities, things).on(stage.history(), plan, faults);
    }

    private void startOne() {
        ClientProcess process = stage.start("process-" + started++, things);
        processes.add(process);
        process.work(locks, STUCK, lease(), plan.threads(), choices.nextLong());
    }

    private void inject(SoakFault fault) throws InterruptedException {
        int victim = choices.nextInt(processes.size());
        switch (fault) {
            case STOP -> {
                Runnable goOn = stage.freeze(processes.get(victim));
                long nanos = (long) (lease().toNanos() * 2 * choices.nextDouble());
                // A pause is a time, since leases run out by time; whether others get on meanwhile does not matter.
                boolean unused = things.awaitAccepted(Long.MAX_VALUE, Duration.ofNanos(nanos));
                goOn.run();
            }
            case KILL -> {
                stage.kill(processes.remove(victim));
                startOne();
            }
            case RESTART -> {
                boolean survives = capabilities.has(Capability.SURVIVES_RESTART);
                stage.inject(
                        survives ? Action.RESTART : Action.FLUSH,
                        fixture.restart().orElseThrow());
            }
        }
    }

    private void awaitUpdates(int more) throws InterruptedException {
        if (!things.awaitAccepted(things.accepted() + more, STUCK)) {
            throw new IllegalStateException("on " + fixture.description() + " nothing got done for " + STUCK.toSeconds()
                    + " s, with faults " + faults + " from seed " + plan.seed());
        }
    }

    private Duration lease() {
        return new Declared(capabilities).nearestLease(WANTED_LEASE);
    }

    private static Capabilities capabilities(LockFixture fixture) {
        try (LockBackend backend = fixture.openBackend()) {
            backend.start(new KitContext());
            return backend.capabilities();
        }
    }

    @Override
    public void close() {
        stage.close();
    }
}
