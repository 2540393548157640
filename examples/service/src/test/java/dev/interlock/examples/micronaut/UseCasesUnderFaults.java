// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.examples.micronaut.Answer.Outcome;
import dev.interlock.testbed.wire.LoopbackPort;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The use cases while an instance is killed or paused. Answers to callers stay true. When each request whose outcome is
 * unknown, or that was not done, is repeated with its id, the final results are exactly the expected ones.
 */
abstract class UseCasesUnderFaults extends UseCasesUnderLoad {

    private static final int COUNTS = 400;
    private static final int USERS = 300;
    private static final int TAKES = 300;
    private static final int ITEMS = 200;
    private static final String GATED = "gated";

    UseCasesUnderFaults(String storeName) {
        super(storeName);
    }

    @Test
    @Tag("nightly")
    void an_instance_is_killed() throws Exception {
        try (Instance victim =
                fleet.launch("three", LoopbackPort.free(), Map.of()).awaitReady()) {
            List<Instance> instances = List.of(fleet.both().get(0), victim);
            CountDownLatch someDone = new CountDownLatch(200);
            CompletableFuture<List<Answer>> sending =
                    sendMixed("killed", List.of(), instances, answer -> someDone.countDown());
            assertThat(someDone.await(60, TimeUnit.SECONDS)).isTrue();
            victim.kill();
            List<Answer> answers = sending.get(5, TimeUnit.MINUTES);
            assertThat(TableAssertions.ids(answers, Outcome.UNKNOWN))
                    .as("cut off")
                    .isNotEmpty();
            assertMixed("killed", COUNTS, answers);
        }
    }

    @Test
    void an_instance_is_paused_past_its_lease_between_reading_and_writing() throws Exception {
        Instance paused = fleet.both().get(1);
        Call gated = new Call("/counters/paused", GATED);
        CompletableFuture<List<Answer>> sending = sendMixed("paused", List.of(gated), fleet.both(), answer -> {});
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(gate.resolve(GATED + ".reached")));
        paused.freeze();
        try {
            long token = tables.claimed("counter-paused");
            // The lock is granted to the other instance only after the end of the paused instance's lease.
            await().atMost(Duration.ofSeconds(60)).until(() -> tables.claimed("counter-paused") > token);
        } finally {
            Files.createFile(gate.resolve(GATED + ".open"));
            paused.thaw();
        }
        List<Answer> answers = sending.get(5, TimeUnit.MINUTES);
        Answer late = answers.stream()
                .filter(answer -> answer.call().equals(gated))
                .findFirst()
                .orElseThrow();
        assertThat(late.outcome()).as(late.text()).isEqualTo(Outcome.NOT_DONE);
        assertThat(late.text()).contains("StaleTokenException");
        assertMixed("paused", COUNTS + 1, answers);
    }

    /**
     * A thousand requests of three use cases, to the instances in rotation, with more in the middle, to the last
     * instance first.
     */
    private CompletableFuture<List<Answer>> sendMixed(
            String name, List<Call> more, List<Instance> instances, Consumer<Answer> received) throws Exception {
        put("/vouchers/" + name + "?stock=100");
        put("/items/" + name + "?stock=" + ITEMS);
        List<Call> calls = new ArrayList<>(calls(COUNTS, "/counters/" + name, name + "-count"));
        calls.addAll(calls(USERS, "/vouchers/" + name + "/orders?user={i}", name + "-order"));
        calls.addAll(calls(TAKES, "/items/" + name + "/deductions?quantity=1", name + "-take"));
        Collections.shuffle(calls, new Random(1));
        calls.addAll(301, more);
        return callers.sending(calls, instances, received);
    }

    private void assertMixed(String name, int counts, List<Answer> answers) throws Exception {
        String report = answers.stream()
                .collect(Collectors.groupingBy(
                        answer -> answer.instance() + " " + answer.outcome(), Collectors.counting()))
                .toString();
        agree(answers);
        List<Answer> last = settled(answers);
        assertThat(last).extracting(Answer::outcome).as(report).isSubsetOf(Outcome.DONE, Outcome.REFUSED);
        agree(last);
        tables.counterIs(name, counts);
        tables.vouchersAreSold(name, 100);
        tables.itemsAreTaken(name, ITEMS);
        assertThat(TableAssertions.ids(answers, Outcome.DONE).size()
                        + TableAssertions.ids(last, Outcome.DONE).size())
                .as("requests that were done, each reported once")
                .isEqualTo(counts + 100 + ITEMS);
    }

    /** Repeats each unsettled request with its id, at an instance without faults. */
    private List<Answer> settled(List<Answer> answers) throws Exception {
        List<Call> open = answers.stream()
                .filter(answer -> answer.outcome() == Outcome.UNKNOWN || answer.outcome() == Outcome.NOT_DONE)
                .map(Answer::call)
                .toList();
        return callers.send(open, fleet.both().subList(0, 1));
    }

    private void agree(List<Answer> answers) {
        tables.agree("counter_step", of(answers, "/counters"));
        tables.agree("voucher_order", of(answers, "/vouchers"));
        tables.agree("deduction", of(answers, "/items"));
    }

    private static List<Answer> of(List<Answer> answers, String path) {
        return answers.stream()
                .filter(answer -> answer.call().path().startsWith(path))
                .toList();
    }
}
