// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.Operation;
import dev.interlock.tck.history.Phase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a history says of a release to which the store answers "not owner". */
class HistoryBackendTest {

    private static final LockName NAME = new LockName("orders");

    @TempDir
    private Path folder;

    @Test
    void freed_nothing_while_the_lease_was_proven() {
        assertThat(release(Duration.ofMinutes(5))).isEqualTo(Phase.FAIL);
    }

    /** One of several servers may have executed it before the lease ended, and the others answered after that. */
    @Test
    void may_have_freed_the_lock_once_the_lease_has_ended() {
        assertThat(release(Duration.ofMillis(10))).isEqualTo(Phase.INFO);
    }

    /** The clock by which histories are written. */
    private static final class JvmClock implements LockClock {

        private final LockClock timers = new StandaloneContext().clock();

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return timers.wallMillis();
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return timers.schedule(delayNanos, task);
        }
    }

    private Phase release(Duration lease) {
        Path file = folder.resolve("history.tsv");
        MemoryStore store = new MemoryStore();
        try (HistoryWriter history = HistoryWriter.create(file, "p1");
                HistoryBackend backend = new HistoryBackend(store.backend(), history)) {
            backend.start(new StandaloneContext(new JvmClock()));
            Attempt attempt = Attempt.of(NAME, AttemptId.random(), lease, 1, null);
            assertThat(backend.tryAcquire(attempt)).isInstanceOf(AcquireOutcome.Granted.class);
            long granted = System.nanoTime();
            assertThat(store.expire(NAME.value())).isTrue();
            if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
                await().until(() -> System.nanoTime() - granted > lease.toNanos());
            }
            assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
        }
        return History.read(List.of(file)).operations().stream()
                .filter(operation -> operation.action() == Action.RELEASE)
                .map(Operation::outcome)
                .findFirst()
                .orElseThrow();
    }
}
