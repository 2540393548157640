// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.examples.micronaut.Answer.Outcome;
import dev.interlock.testbed.os.RunDirectory;
import dev.interlock.testbed.server.SqlServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two instances in processes of their own, driven over HTTP. A subclass only chooses the store of the locks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class UseCases {

    private static final Logger LOG = LoggerFactory.getLogger(UseCases.class);

    private static final List<String> LEGAL =
            List.of("NEW\tPAID", "NEW\tCANCELLED", "PAID\tSHIPPED", "PAID\tCANCELLED", "SHIPPED\tDELIVERED");

    private static final int ACCOUNTS = 5;

    /** The number of transfers to send. */
    private static final int TRANSFERS = Integer.getInteger("examples.transfers", 1_000);

    private final String storeName;
    Fleet fleet;
    Callers callers;
    TableAssertions tables;

    /** Where a gated request waits, see {@code GatedWork}. */
    final Path gate = RunDirectory.ofThisJvm().create("gate");

    UseCases(String storeName) {
        this.storeName = storeName;
    }

    @BeforeAll
    void start() {
        callers = new Callers();
        fleet = Fleet.start(this::locks, Map.of("examples.gate", gate.toString()));
        tables = new TableAssertions(fleet.database());
    }

    /** Starts the store of the locks. */
    LockStore locks(SqlServer database) {
        return LockStore.start(storeName, database);
    }

    @AfterAll
    void stop() {
        callers.close();
        if (fleet != null) {
            fleet.close();
        }
        RunDirectory.deleteTree(gate);
    }

    static List<Call> calls(int count, String path, String prefix) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Call(path.replace("{i}", Integer.toString(i)), prefix + "-" + i))
                .toList();
    }

    void put(String path) throws Exception {
        callers.put(path, fleet.both().get(0));
    }

    @Test
    void a_counter_counts_each_request_once() throws Exception {
        List<Answer> answers = callers.send(calls(1_000, "/counters/all", "all"), fleet.both());
        assertThat(answers).extracting(Answer::outcome).containsOnly(Outcome.DONE);
        tables.counterIs("all", 1_000);
    }

    /** As {@code ab -m POST -n 1000 -c 100} does, which sends no ids. */
    @Test
    @Tag("nightly")
    void a_counter_counts_requests_without_ids() throws Exception {
        List<Answer> answers = callers.send(Collections.nCopies(1_000, new Call("/counters/ab", "")), fleet.both());
        assertThat(answers).extracting(Answer::outcome).containsOnly(Outcome.DONE);
        tables.counterIs("ab", 1_000);
    }

    @Test
    @Tag("nightly")
    void of_a_hundred_vouchers_each_goes_to_another_user() throws Exception {
        put("/vouchers/sale?stock=100");
        List<Call> calls = new ArrayList<>(calls(1_000, "/vouchers/sale/orders?user={i}", "sale"));
        // Every fourth user sends a second request at about the same time.
        Stream<Call> again = IntStream.range(0, 250)
                .map(i -> i * 4)
                .mapToObj(i -> new Call("/vouchers/sale/orders?user=" + i, "sale-again-" + i));
        again.forEach(calls::add);
        Collections.shuffle(calls, new Random(1));
        List<Answer> answers = callers.send(calls, fleet.both());
        assertThat(TableAssertions.ids(answers, Outcome.DONE)).hasSize(100);
        assertThat(TableAssertions.ids(answers, Outcome.REFUSED)).hasSize(1_150);
        tables.vouchersAreSold("sale", 100);
        tables.agree("voucher_order", answers);
    }

    @Test
    @Tag("nightly")
    void a_stock_is_never_oversold() throws Exception {
        put("/items/chair?stock=300");
        List<Answer> answers = callers.send(calls(1_000, "/items/chair/deductions?quantity=1", "chair"), fleet.both());
        assertThat(TableAssertions.ids(answers, Outcome.DONE)).hasSize(300);
        assertThat(TableAssertions.ids(answers, Outcome.REFUSED)).hasSize(700);
        tables.itemsAreTaken("chair", 300);
        tables.agree("deduction", answers);
    }

    /** As {@code ab -m POST} does. */
    @Test
    @Tag("nightly")
    void a_stock_is_never_oversold_to_requests_without_ids() throws Exception {
        put("/items/stool?stock=300");
        List<Answer> answers = callers.send(
                Collections.nCopies(500, new Call("/items/stool/deductions?quantity=1", "")), fleet.both());
        assertThat(TableAssertions.ids(answers, Outcome.DONE)).hasSize(300);
        assertThat(TableAssertions.ids(answers, Outcome.REFUSED)).hasSize(200);
        tables.itemsAreTaken("stool", 300);
    }

    @Test
    @Tag("nightly")
    void an_order_goes_legal_ways_only_and_each_once() throws Exception {
        List<Call> calls = new ArrayList<>();
        for (String state : List.of("paid", "shipped", "delivered", "cancelled")) {
            for (int times = 0; times < 5; times++) {
                calls.addAll(calls(50, "/orders/{i}/" + state, "order-" + state + times));
            }
        }
        Collections.shuffle(calls, new Random(1));
        List<Answer> answers = callers.send(calls, fleet.both());
        assertThat(TableAssertions.ids(answers, Outcome.DONE).size()
                        + TableAssertions.ids(answers, Outcome.REFUSED).size())
                .isEqualTo(1_000);
        tables.agree("order_step", answers);
        assertThat(tables.lines("SELECT DISTINCT from_state, to_state FROM order_step"))
                .isSubsetOf(LEGAL);
        IntStream.range(0, 50).forEach(this::assertChain);
    }

    /**
     * From NEW on, each step begins where the previous one ended; no state occurs twice; and the order is in the last
     * state.
     */
    private void assertChain(int order) {
        String of = " WHERE order_id = '" + order + "' ORDER BY step";
        List<String> from = tables.lines("SELECT from_state FROM order_step" + of);
        List<String> to = tables.lines("SELECT to_state FROM order_step" + of);
        assertThat(to).isNotEmpty().doesNotHaveDuplicates();
        assertThat(from).first().isEqualTo("NEW");
        assertThat(from.subList(1, from.size())).isEqualTo(to.subList(0, to.size() - 1));
        assertThat(tables.lines("SELECT state FROM shop_order WHERE id = '" + order + "'"))
                .containsExactly(to.get(to.size() - 1));
        assertThat(tables.numbers("SELECT fencing_token FROM order_step" + of))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    @Tag("nightly")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void money_moves_in_all_directions_and_none_is_lost() throws Exception {
        Random random = new Random(1);
        for (int account = 0; account < ACCOUNTS; account++) {
            put("/accounts/" + account + "?balance=1000");
        }
        List<Call> calls = IntStream.range(0, TRANSFERS)
                .mapToObj(i -> {
                    int from = random.nextInt(ACCOUNTS);
                    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
                    return new Call(
                            "/transfers?from=" + from + "&to=" + to + "&amount=" + (1 + random.nextInt(50)),
                            "transfer-" + i);
                })
                .toList();
        long start = System.nanoTime();
        List<Answer> answers = callers.send(calls, fleet.both());
        Load load = new Load(answers, Duration.ofNanos(System.nanoTime() - start));
        LOG.info(
                "{}: {} transfers between {} accounts, {} at once: {} done, {} refused, {} a second, {}",
                fleet.store().name(),
                answers.size(),
                ACCOUNTS,
                Callers.AT_ONCE,
                load.count(Outcome.DONE),
                load.count(Outcome.REFUSED),
                load.aSecond(),
                load.percentiles(answer -> true));
        assertThat(answers).extracting(Answer::outcome).containsOnly(Outcome.DONE, Outcome.REFUSED);
        tables.agree("transfer", answers);
        tables.balancesAreThoseOfTheTransfers(ACCOUNTS, 1_000);
    }

    @Test
    @Tag("nightly")
    void a_batch_takes_each_of_its_items_or_none() throws Exception {
        List<String> items = List.of("table", "lamp", "rug");
        for (String item : items) {
            put("/items/" + item + "?stock=100");
        }
        Random random = new Random(1);
        List<Call> calls = IntStream.range(0, 300)
                .mapToObj(i -> {
                    List<String> batch = new ArrayList<>(items);
                    Collections.shuffle(batch, random);
                    return new Call("/items/deductions?items=" + batch.get(0) + "," + batch.get(1), "batch-" + i);
                })
                .toList();
        List<Answer> answers = callers.send(calls, fleet.both());
        assertThat(answers).extracting(Answer::outcome).containsOnly(Outcome.DONE, Outcome.REFUSED);
        assertThat(tables.lines("SELECT SUBSTRING_INDEX(request_id, '/', 1) AS batch FROM deduction"
                        + " WHERE request_id LIKE 'batch-%' GROUP BY batch HAVING COUNT(*) = 2"))
                .as("batches that were done")
                .containsExactlyInAnyOrderElementsOf(TableAssertions.ids(answers, Outcome.DONE));
        assertThat(tables.numbers("SELECT stock + (SELECT COUNT(*) FROM deduction d WHERE d.item = i.name) FROM item i"
                        + " WHERE name IN ('table', 'lamp', 'rug')"))
                .as("what is left of each and what was taken")
                .containsExactly(100L, 100L, 100L);
        assertThat(tables.numbers("SELECT MIN(stock) FROM item WHERE name IN ('table', 'lamp', 'rug')"))
                .containsExactly(0L);
    }

    @Test
    void the_nightly_job_runs_once_for_a_tick() {
        await().atMost(5, TimeUnit.MINUTES).until(() -> tick() > 0);
        long begin = tick();
        await().atMost(5, TimeUnit.MINUTES).until(() -> tick() >= begin + 2);
        List<Long> ticks = tables.numbers("SELECT tick FROM nightly_run ORDER BY run");
        Set<Long> different = new HashSet<>(ticks);
        assertThat(ticks).hasSameSizeAs(different);
        assertThat(different)
                .containsAll(
                        LongStream.rangeClosed(begin + 1, begin + 2).boxed().toList());
        assertThat(tables.numbers("SELECT fencing_token FROM nightly_run ORDER BY run"))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    private long tick() {
        return tables.numbers("SELECT COALESCE(MAX(tick), 0) FROM nightly_run").get(0);
    }
}
