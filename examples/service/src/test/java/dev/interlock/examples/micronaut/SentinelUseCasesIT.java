// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.examples.micronaut.Answer.Outcome;
import dev.interlock.testbed.server.RedisSentinelGroup;
import dev.interlock.testbed.server.SqlServer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The use cases on locks at a primary that Sentinels name, including a failover in their middle. */
@Tag("matrix")
final class SentinelUseCasesIT extends UseCases {

    private static final int COUNTS = 600;
    private static final String GATED = "gated-lost";

    private RedisSentinelGroup group;

    SentinelUseCasesIT() {
        super("redis-sentinel");
    }

    /** Only {@link #failOver} replaces the primary, even if a loaded machine keeps it silent for long. */
    @Override
    LockStore locks(SqlServer database) {
        group = RedisSentinelGroup.start(Duration.ofMinutes(5));
        return new LockStore("redis-sentinel", Map.of("locks.uri", group.uri()), group::close);
    }

    private void failOver() {
        group.primary().kill();
        group.failOver();
    }

    @Test
    void a_fail_over_in_the_middle_loses_a_grant_and_no_update() throws Exception {
        Instance one = fleet.both().get(0);
        Instance two = fleet.both().get(1);
        group.replica().awaitInSync();
        group.replica().cutOff();
        // This request gets a lock that never reaches the replica.
        Call gated = new Call("/counters/lost", GATED);
        CompletableFuture<List<Answer>> former = callers.sending(List.of(gated), List.of(two), answer -> {});
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(gate.resolve(GATED + ".reached")));
        CountDownLatch someDone = new CountDownLatch(100);
        CompletableFuture<List<Answer>> others = callers.sending(
                calls(COUNTS, "/counters/switched", "switched"), fleet.both(), answer -> someDone.countDown());
        assertThat(someDone.await(60, TimeUnit.SECONDS)).isTrue();
        failOver();

        // The new primary grants that lock again, and the guard gets the new holder's token.
        Call next = new Call("/counters/lost", "after-the-switch");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> callers.ask(next, one).outcome() == Outcome.DONE);
        Files.createFile(gate.resolve(GATED + ".open"));
        Answer late = former.get(5, TimeUnit.MINUTES).get(0);
        assertThat(late.outcome()).as(late.text()).isEqualTo(Outcome.NOT_DONE);
        assertThat(late.text()).contains("StaleTokenException");
        tables.counterIs("lost", 1);

        List<Answer> answers = others.get(5, TimeUnit.MINUTES);
        tables.agree("counter_step", answers);
        List<Call> open = answers.stream()
                .filter(answer -> answer.outcome() != Outcome.DONE)
                .map(Answer::call)
                .toList();
        assertThat(callers.send(open, fleet.both()))
                .as(answers.stream()
                        .collect(Collectors.groupingBy(Answer::outcome, Collectors.counting()))
                        .toString())
                .allMatch(answer -> answer.outcome() == Outcome.DONE);
        tables.counterIs("switched", COUNTS);
    }
}
