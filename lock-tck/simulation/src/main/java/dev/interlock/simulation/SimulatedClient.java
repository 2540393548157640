// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandOff;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.MultiLock;
import dev.interlock.internal.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client in a process of its own. */
final class SimulatedClient {

    /** Of those who ask for none. */
    private static final Duration LEASE = Duration.ofSeconds(6);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    private static final HandOff[] HAND_OFFS = {
        HandOff.NONE, HandOff.STANDARD, HandOff.STANDARD, new HandOff(2, Duration.ofSeconds(3))
    };

    private final World world;
    private final SimulatedProcess process;
    private final Traffic traffic;
    private final SimulatedNetwork network;
    private final LockClient client;
    private final List<LockEvent> events = new ArrayList<>();
    private final List<Hold> holds = new ArrayList<>();
    private final List<Belief> beliefs = new ArrayList<>();
    private int timeouts;
    private boolean closing;
    private boolean closed;

    SimulatedClient(
            World world,
            SimulatedProcess process,
            Traffic traffic,
            SimulatedNetwork network,
            Opener opener,
            Chance chance) {
        this.world = world;
        this.process = process;
        this.traffic = traffic;
        this.network = network;
        client = opener.open(
                network,
                ClientOptions.STANDARD
                        .withClock(new SimulatedMachine(world.schedule(), process, chance))
                        .withDefaults(AcquireOptions.inherited().withLease(LEASE))
                        .withCloseTimeout(CLOSE_TIMEOUT)
                        .withRenewalThreads(ClientOptions.MIN_RENEWAL_THREADS)
                        .withHandOff(HAND_OFFS[chance.below(HAND_OFFS.length)])
                        .withListeners(event -> heard(event)));
    }

    private void heard(LockEvent event) {
        events.add(event);
        world.recorder().tell(() -> name() + " hears " + event);
    }

    String name() {
        return process.name();
    }

    SimulatedProcess process() {
        return process;
    }

    Traffic traffic() {
        return traffic;
    }

    SimulatedNetwork network() {
        return network;
    }

    List<LockEvent> events() {
        return events;
    }

    List<Hold> holds() {
        return holds;
    }

    DistributedLock lock(String name) {
        return client.lock(name);
    }

    MultiLock lockAll(List<String> names) {
        return client.lockAll(names);
    }

    Hold watch(LockHandle handle) {
        Hold hold = new Hold(handle);
        holds.add(hold);
        return hold;
    }

    void believes(Belief belief) {
        if (closing) {
            belief.end();
        }
        beliefs.add(belief);
    }

    /** One of its callers was told that its time was over. */
    void timedOut() {
        timeouts++;
    }

    int timeouts() {
        return timeouts;
    }

    boolean isClosing() {
        return closing;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether the client still keeps anything although nobody asks it for anything; empty if not. */
    List<String> kept() {
        return client instanceof Engine engine ? engine.kept() : List.of();
    }

    void close() {
        boolean first = !closing;
        closing = true;
        // Who closes a client has told those who work with it to stop.
        beliefs.forEach(Belief::end);
        Wait wait = new Wait(world, this, "", CLOSE_TIMEOUT.toNanos());
        client.close();
        wait.over("close() of " + name());
        if (first) {
            closed = true;
            traffic.closed();
        }
    }
}
