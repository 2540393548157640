// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.GuardedResources;
import dev.interlock.tck.rules.BackendProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Processes that contend while faults are injected. Each fault is chosen at random: see {@link SoakFault}. Each process
 * has its own link to the store. Lasting faults overlap, but one process is always left undisturbed. For one thread.
 */
public final class Soak implements AutoCloseable {

    /**
     * The longest time between two faults. The next fault comes after this time even without any update, since a fault
     * may be the reason.
     */
    private static final Duration MOST_REST = Duration.ofMillis(250);

    /** Longer than any lease and any start of a store. Without an update for so long, the processes are stuck. */
    private static final Duration STUCK = Duration.ofSeconds(60);

    private static final int UPDATES_AFTERWARDS = 20;
    private static final Duration WANTED_LEASE = Duration.ofSeconds(2);

    private final LockFixture fixture;
    private final SoakPlan plan;
    private final Capabilities capabilities;
    private final Duration lease;
    private final ClientProcesses processes;
    private final GuardedResources resources;
    private final List<String> locks;
    private final List<SoakClient> clients = new ArrayList<>();
    private final Map<SoakFault, Integer> faults = new EnumMap<>(SoakFault.class);
    private int started;

    private Soak(LockFixture fixture, SoakPlan plan) {
        this.fixture = fixture;
        this.plan = plan;
        this.capabilities = capabilities(fixture);
        this.lease = new BackendProfile(capabilities).nearestLease(WANTED_LEASE);
        this.processes = new ClientProcesses(fixture.processes()
                .orElseThrow(() ->
                        new IllegalArgumentException(fixture.description() + " has no way in for other processes")));
        this.resources = new GuardedResources(processes.writer("resources"));
        this.locks = IntStream.range(0, plan.locks())
                .mapToObj(i -> fixture.uniqueName())
                .toList();
    }

    /**
     * Runs a soak.
     *
     * @param fixture the store; it must allow other processes. It is restarted if it has that hook, and cut off if it
     *     has a link
     * @param plan how long and from which seed
     * @return the result
     * @throws InterruptedException if the thread is interrupted
     * @throws IllegalStateException if there was no update for a minute
     */
    public static SoakResult run(LockFixture fixture, SoakPlan plan) throws InterruptedException {
        try (Soak soak = new Soak(fixture, plan)) {
            return soak.run();
        }
    }

    private SoakResult run() throws InterruptedException {
        Random choices = new Random(plan.seed());
        while (clients.size() < plan.processes()) {
            clients.add(started(choices.nextLong()));
        }
        boolean hasLink = clients.get(0).hasLink();
        Set<SoakFault> possible = SoakFault.possible(fixture.restart().isPresent(), hasLink);
        possible.forEach(fault -> faults.put(fault, 0));
        injectAll(choices, possible);
        clients.forEach(SoakClient::leaveAlone);
        if (!resources.awaitAccepted(resources.accepted() + UPDATES_AFTERWARDS, STUCK)) {
            throw stuck();
        }
        clients.forEach(client -> client.process().stopWork().join());
        return new SoakVerdicts(fixture, capabilities, resources).on(processes.history(), plan, faults);
    }

    private void injectAll(Random choices, Set<SoakFault> possible) throws InterruptedException {
        long end = System.nanoTime() + plan.duration().toNanos();
        long seen = 0;
        long seenAt = System.nanoTime();
        while (System.nanoTime() - end < 0) {
            SoakChoice choice = SoakChoice.next(choices, possible, plan.processes());
            resources.awaitAccepted(resources.accepted() + choice.rest(), MOST_REST);
            awaitTurn();
            // The start of a server or a JVM takes as long as the machine needs: it costs the soak no fault.
            long began = System.nanoTime();
            inject(choice);
            end += System.nanoTime() - began;
            faults.merge(choice.fault(), 1, Integer::sum);
            if (resources.accepted() > seen) {
                seen = resources.accepted();
                seenAt = System.nanoTime();
            } else if (System.nanoTime() - seenAt > STUCK.toNanos()) {
                throw stuck();
            }
        }
    }

    /** One process is left undisturbed, so that there is always a client that can acquire the lock. */
    private void awaitTurn() throws InterruptedException {
        endThoseDue();
        while (disturbed() > clients.size() - 2) {
            long now = System.nanoTime();
            long nanos = clients.stream()
                    .filter(SoakClient::isDisturbed)
                    .mapToLong(client -> client.nanosLeft(now))
                    .min()
                    .orElse(0);
            // Leases end by time, so a fault lasts for a time, whether other processes make updates meanwhile or not.
            resources.awaitAccepted(Long.MAX_VALUE, Duration.ofNanos(Math.max(1, nanos)));
            endThoseDue();
        }
    }

    /** A process bears one fault at a time. If the chosen process has one, the next process gets the fault. */
    private int placeOf(int victim) {
        int place = victim;
        while (clients.get(place).isDisturbed()) {
            place = (place + 1) % clients.size();
        }
        return place;
    }

    private long disturbed() {
        return clients.stream().filter(SoakClient::isDisturbed).count();
    }

    private void endThoseDue() {
        long now = System.nanoTime();
        clients.stream()
                .filter(client -> client.isDisturbed() && client.nanosLeft(now) <= 0)
                .forEach(SoakClient::leaveAlone);
    }

    private void inject(SoakChoice choice) {
        int place = placeOf(choice.victim());
        SoakClient victim = clients.get(place);
        switch (choice.fault()) {
            case STOP -> victim.stop(lease.multipliedBy(2), choice.share());
            case KILL -> {
                victim.kill();
                clients.set(place, started(choice.seed()));
            }
            case RESTART -> {
                boolean survives = capabilities.has(Capability.SURVIVES_RESTART);
                processes.inject(
                        survives ? Action.RESTART : Action.FLUSH,
                        fixture.restart().orElseThrow());
            }
            case CUT -> victim.cut(lease.dividedBy(2), choice.share());
            case BLACKHOLE -> victim.blackhole(lease, choice.share());
            case LOST_REPLY -> victim.loseReply(choice.step(), lease.dividedBy(8));
        }
    }

    private SoakClient started(long seed) {
        SoakClient client = new SoakClient(processes, "process-" + started++, fixture.link(), resources);
        client.process().work(locks, STUCK, lease, plan.threads(), seed);
        return client;
    }

    private IllegalStateException stuck() {
        return new IllegalStateException("on " + fixture.description() + " nothing got done for " + STUCK.toSeconds()
                + " s, with faults " + faults + " from seed " + plan.seed());
    }

    private static Capabilities capabilities(LockFixture fixture) {
        try (LockBackend backend = fixture.openBackend()) {
            backend.start(new StandaloneContext());
            return backend.capabilities();
        }
    }

    @Override
    public void close() {
        processes.close();
        clients.forEach(SoakClient::close);
    }
}
