// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.jdbc.lease.queue.NamedLocks;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.testbed.server.SqlProduct;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a healthy client has PostgreSQL write to its log: nothing. Operators are paged for lines of level ERROR. */
class PostgresLogIT {

    private static BackendBench bench;

    @BeforeAll
    static void start() {
        bench = new BackendBench(SqlProduct.POSTGRES, "-c", "logging_collector=on", "-c", "log_checkpoints=off");
        // The first of them creates the table, which is missing before.
        bench.backend("interlock.mode=row-lock");
        bench.backend();
        bench.closeBackends();
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    private static List<String> errors() {
        return bench.server
                .query("SELECT pg_read_file(pg_current_logfile())")
                .lines()
                .filter(line -> line.contains("ERROR:"))
                .toList();
    }

    @Test
    void starts_and_waits_and_races_for_new_names_leave_no_error_there() {
        List<String> before = errors();
        List<LockBackend> clients =
                Stream.generate(() -> bench.backend()).limit(3).toList();
        bench.backend("interlock.mode=row-lock");
        for (int i = 0; i < 20; i++) {
            raceForANewName(clients);
        }
        waitForSeconds(clients);
        bench.closeBackends();
        assertThat(errors()).isEqualTo(before);
    }

    @Test
    void tries_of_a_row_that_is_locked_leave_no_error_there() {
        LockBackend holder = bench.backend("interlock.mode=row-lock");
        LockBackend other = bench.backend("interlock.mode=row-lock");
        LockName name = bench.name();
        Attempt held = attempt(name);
        granted(holder.tryAcquire(held));
        List<String> before = errors();
        contended(other.tryAcquire(attempt(name)));
        holder.release(held);
        granted(other.tryAcquire(attempt(name)));
        bench.closeBackends();
        assertThat(errors()).isEqualTo(before);
    }

    private static void raceForANewName(List<LockBackend> clients) {
        List<Attempt> attempts = Stream.generate(bench::name)
                .limit(1)
                .flatMap(name -> clients.stream().map(client -> attempt(name)))
                .toList();
        List<CompletableFuture<AcquireOutcome>> outcomes = Stream.iterate(0, i -> i + 1)
                .limit(clients.size())
                .map(i -> CompletableFuture.supplyAsync(() -> clients.get(i).tryAcquire(attempts.get(i))))
                .toList();
        List<AcquireOutcome> ended =
                outcomes.stream().map(CompletableFuture::join).toList();
        assertThat(ended).filteredOn(Granted.class::isInstance).hasSize(1);
        assertThat(ended).filteredOn(Contended.class::isInstance).hasSize(clients.size() - 1);
    }

    /** One waiter has the named lock, and the other waits for it, for longer than one statement. */
    private static void waitForSeconds(List<LockBackend> clients) {
        Attempt held = attempt(bench.name());
        granted(clients.get(0).tryAcquire(held));
        try (Contest first = clients.get(1).contest(attempt(held.name()));
                Contest second = clients.get(2).contest(attempt(held.name()))) {
            contended(first.attempt());
            contended(second.attempt());
            await().pollDelay(NamedLocks.SLICE.plus(Duration.ofSeconds(1)))
                    .atMost(BackendBench.LEASE)
                    .until(() -> bench.namedLockSessions() == 2);
        }
    }
}
