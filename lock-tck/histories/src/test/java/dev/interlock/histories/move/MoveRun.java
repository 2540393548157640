// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.history.History;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.CountedResources;
import dev.interlock.tck.process.GuardedResources;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Client processes of two phases at a time, which contend for the same locks. In each overlap one process is stopped past
 * its lease, and goes on; at its end the process of the former phase is killed in the middle of its work. For one thread.
 */
final class MoveRun implements AutoCloseable {

    static final List<String> LOCKS = List.of("moved-a", "moved-b");

    /** What each step of a run may take, on a machine that is much slower. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int THREADS = 2;

    private final ClientProcesses processes = new ClientProcesses(new ProcessAccess(UriOpener.class, ""));
    private final CountedResources resources = new GuardedResources(processes.writer("resources"));
    private final int rounds;

    MoveRun(int rounds) {
        this.rounds = rounds;
    }

    /** Starts a process of a phase, and lets it work. */
    ClientProcess start(String phase, String uri) {
        ClientProcess process = processes.start(phase, new ProcessAccess(UriOpener.class, uri), resources);
        process.work(LOCKS, LIMIT, LEASE, THREADS, 1);
        return process;
    }

    /** Stops one process past its lease while the other gets on, and lets both go on. */
    void overlap(ClientProcess stopped, ClientProcess other) throws InterruptedException {
        awaitRounds(stopped);
        awaitRounds(other);
        Runnable thaw = processes.freeze(stopped);
        awaitRounds(other);
        thaw.run();
        awaitRounds(stopped);
        awaitRounds(other);
    }

    void kill(ClientProcess process) {
        processes.kill(process);
    }

    void stop(ClientProcess process) throws Exception {
        join(process.stopWork());
    }

    void awaitRounds(ClientProcess process) throws InterruptedException {
        long goal = resources.accepted(process.name()) + rounds;
        long limit = System.nanoTime() + LIMIT.toNanos();
        while (resources.accepted(process.name()) < goal) {
            assertThat(resources.awaitAccepted(resources.accepted() + 1, LIMIT))
                    .as("the work of %s goes on", process.name())
                    .isTrue();
            assertThat(System.nanoTime() - limit)
                    .as("%s gets its turns", process.name())
                    .isNegative();
        }
    }

    History history() {
        History history = processes.history();
        assertThat(resources.lostUpdates()).isEmpty();
        return history;
    }

    private static <T> T join(CompletableFuture<T> answer) throws Exception {
        return answer.get(2 * LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        processes.close();
    }
}
