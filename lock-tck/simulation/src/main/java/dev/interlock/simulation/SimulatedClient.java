// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.HandOff;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.MultiLock;
import dev.interlock.internal.client.Engine;
import dev.interlock.spi.Share;
import dev.interlock.tck.history.LockPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A client in a process of its own. */
final class SimulatedClient {

    /** The lease of callers that request none. */
    private static final Duration LEASE = Duration.ofSeconds(6);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    /** The grace period of some clients; the others end their holds at once on close. */
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

    /** How often one of its listeners throws. */
    private static final int THROWS = 16;

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
    private final Map<String, Integer> asked = new HashMap<>();
    private int timeouts;
    private int thrown;
    private final boolean listens;
    private boolean closing;
    private boolean closed;

    SimulatedClient(
            World world,
            SimulatedProcess process,
            Traffic traffic,
            SimulatedNetwork network,
            Opener opener,
            Chance chance,
            boolean listens) {
        this.world = world;
        this.process = process;
        this.traffic = traffic;
        this.network = network;
        this.listens = listens;
        int kind = chance.below(HAND_OFFS.length);
        ClientOptions options = ClientOptions.STANDARD
                .withClock(new SimulatedMachine(world.schedule(), process, chance))
                .withDefaults(AcquireOptions.inherited().withLease(LEASE))
                .withCloseTimeout(CLOSE_TIMEOUT)
                .withRenewalThreads(ClientOptions.MIN_RENEWAL_THREADS)
                .withCloseGrace(kind % 2 == 0 ? Duration.ZERO : CLOSE_GRACE)
                .withHandOff(HAND_OFFS[kind])
                .withHolderHint(process.name());
        client = opener.open(network, listens ? options.withListeners(this::throwAtTimes, this::received) : options);
        client.addListener(this::receivedTooLate).close();
    }

    /** An exception of one listener does not affect the others. */
    private void throwAtTimes(LockEvent event) {
        if (++thrown % THROWS == 0) {
            throw new IllegalStateException("a listener that throws");
        }
    }

    private void receivedTooLate(LockEvent event) {
        world.recorder().violation("a listener that was removed from " + name() + " gets " + event);
    }

    private void received(LockEvent event) {
        if (world.schedule().current().process != process) {
            world.recorder().violation(name() + " gets an event of another client: " + event);
        }
        events.add(event);
        world.recorder().tell(() -> name() + " gets " + event);
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

    boolean listens() {
        return listens;
    }

    List<LockEvent> events() {
        return events;
    }

    List<Hold> holds() {
        return holds;
    }

    /** A lock, or a part of one that several may hold, by the name that its handles have. */
    DistributedLock lock(String name) {
        LockPart part = LockPart.of(name);
        if (!part.isShared()) {
            return client.lock(name);
        }
        if (part.share().limit() == Share.UNLIMITED) {
            DistributedReadWriteLock lock = client.readWrite(part.name());
            return part.isWhole() ? lock.write() : lock.read();
        }
        return client.semaphore(part.name(), part.share().limit())
                .permits(part.share().units());
    }

    /** Whether clients can see its holders. */
    static boolean shows(LockPart part) {
        return !part.isShared() || part.share().limit() != Share.UNLIMITED;
    }

    /** The holders of a lock that shows them. */
    List<Holder> holders(LockPart part) {
        return part.isShared()
                ? client.semaphore(part.name(), part.share().limit()).holders()
                : client.inspect(part.name()).stream().toList();
    }

    Optional<Holder> inspect(String name) {
        return client.inspect(name);
    }

    Capabilities capabilities() {
        return client.capabilities();
    }

    MultiLock lockAll(List<String> names) {
        return client.lockAll(names);
    }

    Hold watch(LockHandle handle) {
        Hold hold = new Hold(handle, network.proofs());
        holds.add(hold);
        network.reports().watch(hold);
        return hold;
    }

    void believes(Belief belief) {
        if (closing) {
            belief.end();
        }
        beliefs.add(belief);
    }

    /** One of its callers is about to request a lock. */
    void asks(String lock) {
        asked.merge(lock, 1, Integer::sum);
    }

    /** How often its callers have requested a lock. */
    int asked(String lock) {
        return asked.getOrDefault(lock, 0);
    }

    /** An acquisition of one of its callers timed out. */
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

    /** The state that the client still keeps after the last call; empty if there is none. */
    List<String> kept() {
        return client instanceof Engine engine ? engine.kept() : List.of();
    }

    /** Whether it still acquires or holds anything. */
    boolean acquires() {
        return kept().contains("acquisitions or holds");
    }

    void close() {
        boolean first = !closing;
        closing = true;
        // Callers stop their work before they close their client.
        beliefs.forEach(Belief::end);
        Wait wait = new Wait(world, this, List.of(), CLOSE_TIMEOUT.toNanos());
        client.close();
        wait.over("close() of " + name());
        if (first) {
            closed = true;
            traffic.closed();
        }
    }
}
