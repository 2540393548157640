// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Renewal;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.history.History;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.CommandResult;
import dev.interlock.tck.process.CountedResources;
import dev.interlock.tck.process.GuardedResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A short run of client processes on a store: leases that are renewed, that end with a process that was stopped or
 * killed, and threads that contend while that happens. For one thread.
 */
final class ProcessRun implements AutoCloseable {

    /** What each step of a run may take, on a machine that is much slower. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int THREADS = 2;

    private final ClientProcesses processes;
    private final CountedResources resources;
    private final int rounds;
    private final ClientProcess first;
    private final ClientProcess second;
    private final ClientProcess third;

    private ProcessRun(LockFixture fixture, int rounds) {
        this.rounds = rounds;
        processes = new ClientProcesses(fixture.processes().orElseThrow());
        resources = new GuardedResources(processes.writer("resources"));
        first = processes.start("first", resources);
        second = processes.start("second", resources);
        third = processes.start("third", resources);
    }

    /**
     * What the processes of a run saw of a store.
     *
     * @param fixture lets other processes reach it
     * @param rounds of acquire, update and release between two faults
     */
    static History on(LockFixture fixture, int rounds) throws Exception {
        try (ProcessRun run = new ProcessRun(fixture, rounds)) {
            run.stopHolder(fixture.uniqueName(), fixture.uniqueName());
            run.contend(List.of(fixture.uniqueName(), fixture.uniqueName()), fixture.uniqueName());
            return run.processes.history();
        }
    }

    /** One lock is held and renewed for as long as it takes until that of a stopped process is granted to another. */
    private void stopHolder(String kept, String lost) throws Exception {
        String keeping = granted(acquiring(first, kept));
        String stopped = granted(acquiring(second, lost));
        Runnable thaw = processes.freeze(second);
        String next = granted(acquiring(third, lost));
        thaw.run();
        join(second.release(stopped));
        join(third.release(next));
        join(first.release(keeping));
    }

    /** One process is stopped for a while, and one is killed, which holds one more lock. */
    private void contend(List<String> locks, String left) throws Exception {
        granted(acquiring(third, left));
        List.of(first, second, third).forEach(process -> process.work(locks, LIMIT, LEASE, THREADS, 1));
        awaitRounds();
        Runnable thaw = processes.freeze(second);
        awaitRounds();
        thaw.run();
        awaitRounds();
        processes.kill(third);
        awaitRounds();
        CompletableFuture<Void> stopping = first.stopWork();
        join(second.stopWork());
        join(stopping);
        join(first.release(granted(acquiring(first, left))));
    }

    private static CompletableFuture<CommandResult> acquiring(ClientProcess process, String lock) {
        return process.acquire(lock, LIMIT, LEASE, Renewal.AUTO);
    }

    /** The key of a handle. */
    private static String granted(CompletableFuture<CommandResult> acquiring) throws Exception {
        CommandResult result = join(acquiring);
        assertThat(result).matches(CommandResult::isOk);
        return result.text();
    }

    private static <T> T join(CompletableFuture<T> answer) throws Exception {
        return answer.get(2 * LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private void awaitRounds() throws InterruptedException {
        assertThat(resources.awaitAccepted(resources.accepted() + rounds, LIMIT))
                .isTrue();
    }

    @Override
    public void close() {
        processes.close();
    }
}
