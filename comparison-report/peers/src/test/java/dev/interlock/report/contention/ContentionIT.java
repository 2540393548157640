// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.contender.Contender;
import dev.interlock.report.contender.Contenders;
import dev.interlock.report.contender.Limits;
import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contender.OpenClient;
import dev.interlock.report.contention.Results.ContenderResults;
import dev.interlock.report.contention.round.Workload;
import dev.interlock.report.progress.PlainProgress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each contender for a moment on a real server, and one whole run of the program's inside, JVMs and all. */
final class ContentionIT {

    /** What a waiter may need once the lock is free, on a machine that is ten times slower. */
    private static final int GRANT_SECONDS = 60;

    @ParameterizedTest
    @ValueSource(strings = {"redis", "mariadb", "postgres", "zookeeper"})
    void each_contender_excludes_others_and_lets_them_in_after_its_release(String store) throws Exception {
        try (StoreServer server = StoreServer.start(store)) {
            for (Contender contender : Contenders.of(store)) {
                try (OpenClient one = contender.opener().open(server.address(), Limits.OF_BENCHMARKS);
                        OpenClient two = contender.opener().open(server.address(), Limits.OF_BENCHMARKS)) {
                    excludes(contender, one.lock("moment"), two.lock("moment"));
                }
            }
        }
    }

    private static void excludes(Contender contender, NamedLock one, NamedLock two) throws Exception {
        one.acquire();
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> granted(two));
        if (contender.waits()) {
            assertThat(other)
                    .as(contender.title())
                    .failsWithin(200, TimeUnit.MILLISECONDS)
                    .withThrowableOfType(TimeoutException.class);
            one.release();
            assertThat(other.get(GRANT_SECONDS, TimeUnit.SECONDS))
                    .as(contender.title())
                    .isTrue();
        } else {
            assertThat(other.get(GRANT_SECONDS, TimeUnit.SECONDS))
                    .as(contender.title())
                    .isFalse();
            one.release();
            assertThat(granted(two)).as(contender.title()).isTrue();
        }
    }

    /** Acquires and releases, in one thread, to which most locks are bound. */
    private static boolean granted(NamedLock lock) {
        try {
            boolean granted = lock.acquire(Duration.ofSeconds(GRANT_SECONDS));
            if (granted) {
                lock.release();
            }
            return granted;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Tag("nightly")
    void a_run_measures_each_workload_in_jvms_of_its_own() throws Exception {
        List<String> workloads =
                List.of("own-1", "jvms", "cold-1", "hand-over", "hand-over-100ms", "turns", "visits-50");
        Settings settings = new Settings(List.of("redis"), workloads, List.of("jedis", "interlock"), 1, 300, 100, 1);
        StringWriter said = new StringWriter();
        List<Results.WorkloadResults> found = new ArrayList<>();
        new ContentionRun(settings, new PlainProgress(new PrintWriter(said)), found::add).run();
        assertThat(found)
                .extracting(Results.WorkloadResults::workload)
                .as(said.toString())
                .isEqualTo(workloads);
        assertThat(found.get(0).contenders()).extracting(ContenderResults::id).containsExactly("jedis", "interlock");
        for (Results.WorkloadResults workload : found) {
            assertThat(workload.contenders()).as(said.toString()).allSatisfy(contender -> {
                assertThat(contender.failure()).isEmpty();
                assertThat(contender.violations()).isZero();
            });
            assertThat(ResultTable.lines(workload)).hasSizeGreaterThan(2);
        }
        assertThat(found.get(1).contenders())
                .extracting(ContenderResults::id)
                .as("what cannot wait has no place where JVMs contend")
                .containsExactly("interlock");
        assertThat(Workload.of("jvms").idealPerSecond()).isEqualTo(1_000);
    }
}
