// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.LEASE;
import static dev.interlock.jdbc.BackendBench.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.Renewal;
import dev.interlock.jdbc.tck.JdbcOpener;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.CommandResult;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.tck.process.UnguardedResources;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * A client that is stopped (SIGSTOP) while it has the named lock of a lock: what that costs the others, and for how
 * long.
 */
@ParameterizedClass
@EachProduct
class StoppedClientIT extends OnEachDatabase {

    private static final AcquireOptions IMPATIENT = AcquireOptions.waitAtMost(Duration.ofMillis(150));
    private static final int TURNS = 10;

    private final LockName name = bench.name();
    private ClientProcesses processes;
    private ClientProcess stopped;
    private CompletableFuture<CommandResult> waiting;
    private LockClient client;

    /** The lock is held here; the stopped client waits for it, and has the named lock. */
    @BeforeEach
    void stopTheOneThatHasTheNamedLock() {
        client = LockClient.connect(bench.settings(bench.server.url()));
        ProcessAccess access = new ProcessAccess(JdbcOpener.class, JdbcOpener.line(bench.settings(bench.server.url())));
        processes = new ClientProcesses(access);
        stopped = processes.start("stopped", new UnguardedResources(processes.writer("resources")));
        try (LockHandle held = acquire(LIMIT).orElseThrow()) {
            waiting = stopped.acquire(name.value(), Duration.ofMinutes(5), LEASE, Renewal.AUTO);
            await().atMost(LIMIT).until(() -> !bench.isNamedLockFree(name));
            stopped.freeze();
            // What it has sent already is to find the lock held.
            await().pollDelay(Duration.ofSeconds(1))
                    .until(() -> held.remaining().compareTo(Duration.ZERO) > 0);
        }
    }

    @AfterEach
    void end() {
        processes.close();
        client.close();
    }

    private Optional<LockHandle> acquire(Duration limit) {
        return acquire(AcquireOptions.waitAtMost(limit));
    }

    private Optional<LockHandle> acquire(AcquireOptions options) {
        try {
            return client.lock(name.value()).tryAcquire(options);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void its_named_lock_does_not_have_others_believe_that_a_free_lock_is_held() {
        for (int turn = 1; turn <= TURNS; turn++) {
            Optional<LockHandle> handle = acquire(IMPATIENT);
            assertThat(handle).as("turn %s", turn).isPresent();
            handle.get().close();
        }
    }

    @Test
    void the_server_takes_the_named_lock_from_it_within_seconds() {
        await().atMost(LEASE).until(() -> bench.isNamedLockFree(name));
        stopped.thaw();
        // It does without the named lock.
        assertThat(waiting).succeedsWithin(LEASE).matches(CommandResult::isOk);
    }
}
