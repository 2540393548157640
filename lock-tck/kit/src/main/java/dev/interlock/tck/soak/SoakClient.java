// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.tck.FaultLink;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.tck.process.SharedResources;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A process of a soak, its own link to the store if there is one, and its current fault. For one thread. */
final class SoakClient implements AutoCloseable {

    private final ClientProcesses processes;
    private final Optional<FaultLink> link;
    private final Optional<ProcessAccess> access;
    private final ClientProcess process;
    private @Nullable Runnable heal;
    private long dueNanos;

    SoakClient(ClientProcesses processes, String name, Optional<FaultLink> link, SharedResources resources) {
        this.processes = processes;
        this.link = link;
        this.access = link.map(FaultLink::processes);
        this.process = access.map(own -> processes.start(name, own, resources))
                .orElseGet(() -> processes.start(name, resources));
    }

    ClientProcess process() {
        return process;
    }

    boolean hasLink() {
        return link.isPresent();
    }

    boolean isDisturbed() {
        return heal != null;
    }

    /**
     * The time until the current fault is over. Undefined unless the process {@linkplain #isDisturbed is disturbed}.
     */
    long nanosLeft(long now) {
        return dueNanos - now;
    }

    void kill() {
        processes.kill(process);
        close();
    }

    void stop(Duration longest, double share) {
        // Mostly short, so that many faults fit in, and now and then longer than the lease.
        disturbedFor(processes.freeze(process), longest, share * share);
    }

    void cut(Duration longest, double share) {
        disturbedFor(processes.partition(process, link()::cut, link()::heal), longest, share);
    }

    void blackhole(Duration lease, double share) {
        Duration limit = link().replyTimeout();
        Duration longer = limit.compareTo(lease) > 0 ? limit : lease;
        disturbedFor(processes.partition(process, link()::blackhole, link()::heal), longer, 0.25 + share);
    }

    /**
     * Loses the next reply of a step. The fault lasts for the window: by its end a reply was lost, or none will be lost
     * any more.
     */
    void loseReply(FaultLink.RequestKind step, Duration window) {
        disturbedFor(processes.partition(process, () -> link().dropReply(step), link()::heal), window, 1);
    }

    private FaultLink link() {
        return link.orElseThrow();
    }

    private void disturbedFor(Runnable heal, Duration longest, double share) {
        this.heal = heal;
        dueNanos = System.nanoTime() + (long) (longest.toNanos() * share);
    }

    /** Ends the current fault. */
    void leaveAlone() {
        if (heal != null) {
            heal.run();
            heal = null;
        }
    }

    /** Closes the link. The process must have ended. */
    @Override
    public void close() {
        access.ifPresent(ProcessAccess::close);
        link.ifPresent(FaultLink::close);
    }
}
