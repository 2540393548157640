// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.simulation.Steps.What;
import dev.interlock.tck.history.Action;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Sets up the world of a scenario, runs it, and checks what is left when all is quiet. */
final class Director {

    /** Longer than any effect of a lease after the last request. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(25);

    /** Longer than the part of a lease on which no client relies. */
    private static final long MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Longer than a compensation rests between two attempts. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(1_300);

    private final World world;
    private final SimulatedStore store;
    private final Opener opener;
    private final Chance chance;
    private final Setting setting;
    private final List<SimulatedClient> clients = new ArrayList<>();
    private int busy;

    Director(World world, SimulatedStore store, Opener opener, Setting setting) {
        this.world = world;
        this.store = store;
        this.opener = opener;
        this.setting = setting;
        chance = setting.chance();
    }

    SimulatedStore store() {
        return store;
    }

    /** Whether the store serves waiters in order of arrival and wakes the next one. */
    boolean isInOrder() {
        return clients.get(0)
                .capabilities()
                .declared()
                .containsAll(Set.of(Capability.FIFO_BETWEEN_CLIENTS, Capability.NOTIFIES_WAITERS));
    }

    List<SimulatedClient> clients() {
        return clients;
    }

    /** Runs as the first thread of a schedule. */
    void run() {
        Scenario scenario = world.scenario();
        for (int i = 0; i < scenario.clients().size(); i++) {
            clients.add(open(i));
        }
        for (int i = 0; i < clients.size(); i++) {
            List<List<Call>> callers = scenario.clients().get(i);
            for (int j = 0; j < callers.size(); j++) {
                String name = "caller-" + j;
                Caller caller = new Caller(clients.get(i), world, clients.get(i).name() + "/" + name, callers.get(j));
                start(name, clients.get(i).process(), caller::run);
            }
        }
        scenario.faults().forEach(this::bring);
        awaitAll();
        if (!world.does(Call.Way.DROPPED)) {
            lookForOrphans();
            world.schedule().rest(QUIET_NANOS);
            clients.forEach(this::lookForRemains);
            clients.stream().filter(client -> !client.isClosing()).findFirst().ifPresent(this::lookForHolders);
        }
        clients.forEach(client -> start("closer", client.process(), client::close));
        awaitAll();
        // A hold that was lost just before lasts for the margin of its lease.
        world.schedule().rest(MARGIN_NANOS);
        boolean inPeace = world.scenario().faults().isEmpty() && !world.mayStayClosed();
        if (inPeace && !store.held().isEmpty()) {
            world.recorder().violation("all clients closed without a fault, and the store keeps " + store.held());
        }
        clients.stream().flatMap(client -> client.holds().stream()).forEach(Hold::askLate);
        world.schedule().rest(QUIET_NANOS);
        clients.forEach(this::lookForRemains);
        if (!store.held().isEmpty()) {
            world.recorder().violation("all clients are closed, and the store still keeps " + store.held());
        }
    }

    private void start(String name, SimulatedProcess process, Runnable body) {
        busy++;
        world.schedule().spawn(name, process, () -> {
            body.run();
            busy--;
        });
    }

    private void awaitAll() {
        world.schedule().blockUninterruptibly(() -> busy == 0, () -> SimulatedThread.NEVER);
        abortIfFailed();
    }

    /** Time no longer passes in a schedule that has failed. */
    private void abortIfFailed() {
        if (world.schedule().hasFailed()) {
            throw new Abort();
        }
    }

    private SimulatedClient open(int number) {
        SimulatedProcess process = new SimulatedProcess(
                "client-" + number, chance.between(0, 1_000_000_000_000L), chance.between(-4_000, 4_000));
        Map<Integer, Fate> fates = new HashMap<>();
        for (Fault fault : world.scenario().faults()) {
            if (fault.kind() == Fault.Kind.REQUEST && fault.client() == number) {
                fates.put(fault.request(), fault.fate());
            }
        }
        Traffic traffic =
                new Traffic(world.recorder(), process.name(), fates, store.holds() != SimulatedStore.Holds.BY_LEASE);
        SimulatedNetwork network = new SimulatedNetwork(
                store.connect(process),
                store.records(),
                new Wire(world.schedule(), process, traffic, chance.split(), setting.delays()),
                world.recorder());
        return new SimulatedClient(world, process, traffic, network, opener, chance.split(), setting.listens());
    }

    private void bring(Fault fault) {
        if (fault.kind() != Fault.Kind.REQUEST) {
            busy++;
            world.schedule().spawn("nemesis", null, () -> {
                world.schedule().rest(TimeUnit.MILLISECONDS.toNanos(fault.atMillis()));
                world.recorder().tell(fault::words);
                long end = world.schedule().now() + TimeUnit.MILLISECONDS.toNanos(fault.millis());
                happen(fault);
                world.schedule().rest(Math.max(0, end - world.schedule().now()));
                busy--;
            });
        }
    }

    private void happen(Fault fault) {
        SimulatedClient client = clients.get(fault.client());
        long nanos = TimeUnit.MILLISECONDS.toNanos(fault.millis());
        long end = world.schedule().now() + nanos;
        switch (fault.kind()) {
            case PAUSE -> {
                client.process().pauseUntil(end);
                silent(client, nanos);
            }
            case SLEEP -> {
                if (client.process().sleep(world.schedule().now(), nanos)) {
                    client.network().reports().doubtAll();
                }
                silent(client, nanos);
            }
            case STALL -> client.process().stallNextUntil(end);
            case PARTITION -> {
                client.traffic().cast(Fate.REQUEST_LOST);
                silent(client, nanos);
                world.schedule().rest(Math.max(0, end - world.schedule().now()));
                client.traffic().cast(null);
            }
            case DEAF -> {
                client.traffic().cast(Fate.REPLY_LOST);
                world.schedule().rest(nanos);
                client.traffic().cast(null);
            }
            case LAG -> {
                client.traffic().cast(Fate.LATE);
                world.schedule().rest(nanos);
                client.traffic().cast(null);
            }
            case FREEZE -> clients.forEach(each -> each.traffic().freeze(end));
            case DOUBT -> client.network().doubt();
            case WALL_JUMP -> client.process().jump(nanos);
            case DATA_LOSS -> {
                world.recorder().fault(Action.FLUSH, "");
                world.recorder().steps().add(What.FORGETS, "", "", 0);
                store.loseData();
            }
            case TAKEN_AWAY -> {
                world.recorder().fault(Action.FLUSH, "");
                world.recorder().steps().add(What.FORGETS, fault.lock(), "", 0);
                store.free(new LockName(fault.lock()));
            }
            case FAIL_OVER -> {
                world.recorder().fault(Action.FAIL_OVER, "");
                world.recorder().steps().add(What.FAILS_OVER, "", "", 0);
                store.failOver();
            }
            case STORE_JUMP -> {
                world.recorder().fault(Action.JUMP_CLOCK, "");
                if (store.jump(nanos)) {
                    world.recorder().steps().add(What.JUMPS, "", "", nanos);
                }
            }
            case DISCONNECT -> disconnect(client);
            case REQUEST -> throw new IllegalArgumentException("the fates of requests are known to their client");
        }
    }

    /** A store ends the session of a client from which no request arrives for long. */
    private void silent(SimulatedClient client, long nanos) {
        long session = QueueStore.SESSION.toNanos();
        if (store.holds() == SimulatedStore.Holds.BY_SESSION && nanos > session) {
            world.schedule().rest(session);
            disconnect(client);
        }
    }

    private void disconnect(SimulatedClient client) {
        if (store.holds() == SimulatedStore.Holds.BY_LEASE || client.isClosed()) {
            return;
        }
        boolean session = store.holds() == SimulatedStore.Holds.BY_SESSION;
        world.recorder().fault(session ? Action.END_SESSION : Action.KILL_CONNECTION, client.name());
        store.disconnect(client.process());
    }

    /** The store frees a lock without a holder or a waiter soon, not only when its lease ends. */
    private void lookForOrphans() {
        do {
            world.schedule().blockUninterruptibly(this::isNothingUnderWay, () -> SimulatedThread.NEVER);
            world.schedule()
                    .rest(SOON_NANOS
                            + world.longestDelayNanos()
                            + world.scenario().longestRetentionNanos());
            abortIfFailed();
        } while (!isNothingUnderWay()
                || world.schedule().now() < world.recorder().troubleAt() + SOON_NANOS);
        if (world.scenario().faults().isEmpty() && !world.does(Call.Way.AGAIN_AFTER_A_LOSS)) {
            clients.stream()
                    .filter(SimulatedClient::acquires)
                    .forEach(client -> world.recorder()
                            .violation(client.name() + " is asked for nothing, and goes on to acquire"));
        }
        if (!mayStay() && !store.held().isEmpty()) {
            world.recorder().violation("no caller holds or wants anything, and the store keeps " + store.held());
        }
    }

    /** Evaluated last: until then, requests in the background may leave something at the store. */
    private boolean mayStay() {
        return clients.stream().anyMatch(client -> client.traffic().mayStrand() || client.isClosed())
                || world.scenario().faults().stream().anyMatch(fault -> fault.kind() == Fault.Kind.FAIL_OVER);
    }

    private boolean isNothingUnderWay() {
        return clients.stream().allMatch(client -> client.traffic().isHere());
    }

    private void lookForHolders(SimulatedClient client) {
        for (String name : Call.NAMES) {
            try {
                client.inspect(name)
                        .ifPresent(holder -> world.recorder()
                                .violation(client.name() + " sees " + holder + " of '" + name
                                        + "', and no caller has it"));
            } catch (LockUnavailableException e) {
                world.recorder().tell(() -> client.name() + " cannot look: " + e.getMessage());
            }
        }
    }

    private void lookForRemains(SimulatedClient client) {
        // A part whose handle was dropped stays with its caller: nothing is collected in this world.
        boolean mayKeep = world.does(Call.Way.DROPPED) && world.scenario().hasShares();
        List<String> kept = mayKeep ? List.of() : client.kept();
        if (!kept.isEmpty()) {
            world.recorder().violation(client.name() + " is asked for nothing, and keeps " + kept);
        }
        if (client.traffic().openContests() != 0) {
            world.recorder()
                    .violation(client.name() + " has " + client.traffic().openContests()
                            + " places in queues of the store, and no caller waits");
        }
    }
}
