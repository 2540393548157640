// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.examples.micronaut.Answer.Outcome;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A hundred callers on a hundred names with one try each, the meters that operators see meanwhile, and the control
 * without a lock. On a machine that stalls for longer than the lease, some tries end otherwise than done or refused.
 * They are counted and logged, and must agree with the tables like all others.
 */
abstract class UseCasesUnderLoad extends UseCases {

    private static final Logger LOG = LoggerFactory.getLogger(UseCasesUnderLoad.class);
    private static final int NAMES = 100;

    UseCasesUnderLoad(String storeName) {
        super(storeName);
    }

    /** How many tries each caller makes by default: few, because they take most of the time of a build. */
    int triesOfEachCaller() {
        return 10;
    }

    @Test
    @Tag("nightly")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void under_load_each_try_counts_once_or_not_at_all_and_the_meters_agree() throws Exception {
        Random random = new Random(1);
        int tries = Integer.getInteger("examples.load", triesOfEachCaller());
        List<Call> calls = IntStream.range(0, Callers.AT_ONCE * tries)
                .mapToObj(i -> new Call("/counters/load-" + random.nextInt(NAMES) + "/tries", "load-" + i))
                .toList();
        Meters before = scrapeUntilQuiet();
        long start = System.nanoTime();
        CompletableFuture<List<Answer>> sending = callers.sending(calls, fleet.both(), answer -> {});
        int scrapes = scrapeUntilDone(sending, before);
        List<Answer> answers = sending.get(1, TimeUnit.SECONDS);
        Load load = new Load(answers, Duration.ofNanos(System.nanoTime() - start));
        long done = load.count(Outcome.DONE);
        long taken =
                answers.stream().filter(UseCasesUnderLoad::foundTheLockTaken).count();
        long others = calls.size() - done - taken;
        LOG.info(
                "{}: {} tries on {} names, {} at once: {} done ({}), {} found the lock taken ({}), {} others {},"
                        + " {} a second, {} scrapes",
                fleet.store().name(),
                calls.size(),
                NAMES,
                Callers.AT_ONCE,
                done,
                load.percentiles(answer -> answer.outcome() == Outcome.DONE),
                taken,
                load.percentiles(UseCasesUnderLoad::foundTheLockTaken),
                others,
                load.causes(answer -> answer.outcome() != Outcome.DONE && !foundTheLockTaken(answer)),
                load.aSecond(),
                scrapes);
        assertThat(done).isPositive();
        assertThat(taken).isPositive();
        assertTables(answers);
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            Meters counted = Meters.scrape(callers, fleet.both()).minus(before);
            assertThat(counted.acquired()).isBetween(done, done + others);
            assertThat(counted.foundTaken()).isBetween(taken, taken + others);
        });
    }

    /** Listeners may not yet have reported earlier events to the meters. */
    private Meters scrapeUntilQuiet() throws Exception {
        Meters[] last = {Meters.scrape(callers, fleet.both())};
        await().atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ofMillis(500))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    Meters now = Meters.scrape(callers, fleet.both());
                    boolean quiet = now.equals(last[0]);
                    last[0] = now;
                    return quiet;
                });
        return last[0];
    }

    private static boolean foundTheLockTaken(Answer answer) {
        return answer.outcome() == Outcome.NOT_DONE && answer.text().contains("LockTimeoutException");
    }

    /** Meters only grow. */
    private int scrapeUntilDone(CompletableFuture<?> sending, Meters first) {
        AtomicInteger scrapes = new AtomicInteger();
        Meters[] last = {first};
        await().atMost(Duration.ofMinutes(25))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    Meters now = Meters.scrape(callers, fleet.both());
                    assertThat(now).matches(each -> each.isAtLeast(last[0]), "not less than " + last[0]);
                    last[0] = now;
                    scrapes.incrementAndGet();
                    return sending.isDone();
                });
        return scrapes.get();
    }

    /**
     * Each counter has a row for each step, from 1 up, with growing tokens; and the rows are those that were reported
     * to callers.
     */
    private void assertTables(List<Answer> answers) {
        assertThat(tables.lines("SELECT c.name FROM counter c JOIN counter_step s ON s.name = c.name"
                        + " WHERE c.name LIKE 'load-%' GROUP BY c.name, c.value"
                        + " HAVING c.value <> COUNT(*) OR c.value <> COUNT(DISTINCT s.value)"
                        + " OR c.value <> MAX(s.value)"))
                .as("counters with a step too many or too few")
                .isEmpty();
        assertThat(tables.numbers("SELECT COUNT(*) FROM (SELECT fencing_token <= LAG(fencing_token)"
                        + " OVER (PARTITION BY name ORDER BY value) AS is_late"
                        + " FROM counter_step WHERE name LIKE 'load-%') steps WHERE is_late"))
                .as("steps under a token that is not greater than that of the step before")
                .containsExactly(0L);
        tables.agree("counter_step", answers);
    }

    @Test
    void without_lock_and_token_an_update_is_lost() throws Exception {
        Call gated = new Call("/controls/counters/control", "gated-control");
        CompletableFuture<List<Answer>> late =
                callers.sending(List.of(gated), fleet.both().subList(1, 2), answer -> {});
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(gate.resolve("gated-control.reached")));
        Answer between = callers.ask(
                new Call("/controls/counters/control", "control"), fleet.both().get(0));
        Files.createFile(gate.resolve("gated-control.open"));
        assertThat(between.outcome()).isEqualTo(Outcome.DONE);
        assertThat(late.get(60, TimeUnit.SECONDS)).extracting(Answer::outcome).containsOnly(Outcome.DONE);
        assertThat(tables.numbers("SELECT value FROM counter WHERE name = 'control'"))
                .as("two increments were reported as done")
                .containsExactly(1L);
    }

    @Test
    void operators_see_that_the_store_answers() throws Exception {
        for (Instance instance : fleet.both()) {
            assertThat(callers.get("/health/readiness", instance))
                    .containsPattern("\"locks\":\\{[^}]*\"status\":\"UP\"[^}]*\"backend\":\"[\\w-]+\"");
        }
    }
}
