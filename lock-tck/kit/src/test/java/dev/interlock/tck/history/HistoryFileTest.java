// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.spi.Share;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is read again, and what is wrong is said with file and line. */
class HistoryFileTest {

    private static final String INVOKE = "10\tp1\t1\tINVOKE\tACQUIRE\torders\ta\t\t5\t\n";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name_the_file() {
        file = folder.resolve("p1.tsv");
    }

    @Test
    void what_is_written_is_read_again() {
        String name = "a\tb\\n\nc\r";
        try (HistoryWriter writer = HistoryWriter.create(file, "p1")) {
            writer.handshake(Phase.OK, "fine");
            writer.invoke(Action.ACQUIRE, name, "a", 5).ok(7, 3, 4);
            writer.invoke(Action.RENEW, name, "a", 5).info("no reply");
            writer.invoke(Action.RELEASE, name, "a", 0).fail("not owner");
            OpenOperation belief = writer.believe(LockPart.exclusive(name), "a", () -> Duration.ofNanos(9))
                    .orElseThrow();
            belief.prolong(() -> Duration.ofNanos(8));
            belief.ok();
            writer.effect("stock", "a", 7, Phase.OK);
            writer.invoke(Action.KILL, "", "p2", 0).ok();
            writer.invoke(Action.ACQUIRE, LockPart.shared("cache", Share.READ), "r", 5)
                    .info("no reply");
        }
        History history = History.read(List.of(file));

        assertThat(history.events()).hasSize(15).isSortedAccordingTo((a, b) -> Long.compare(a.nanos(), b.nanos()));
        assertThat(history.operations())
                .extracting(Operation::outcome)
                .containsExactly(Phase.OK, Phase.INFO, Phase.FAIL, Phase.OK, Phase.OK, Phase.INFO);
        assertThat(history.operations().get(5).share()).isEqualTo(Share.READ);
        Operation acquire = history.operations().get(0);
        assertThat(acquire.lock()).isEqualTo(name);
        assertThat(acquire.token()).isEqualTo(7);
        assertThat(acquire.tokens()).isEqualTo(3);
        assertThat(acquire.promiseNanos()).isEqualTo(4);
        assertThat(history.operations().get(1).promiseNanos())
                .as("as asked for")
                .isEqualTo(5);
    }

    @Test
    void threads_write_whole_lines() throws InterruptedException {
        try (HistoryWriter writer = HistoryWriter.create(file, "p1")) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(new Thread(() -> {
                    for (int op = 0; op < 500; op++) {
                        writer.invoke(Action.ACQUIRE, "orders", "a", 5).ok(7, 1, 5);
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(History.read(List.of(file)).operations()).hasSize(2_000);
    }

    @Test
    void an_interrupted_thread_writes_and_does_not_end_the_file() {
        try (HistoryWriter writer = HistoryWriter.create(file, "p1")) {
            Thread.currentThread().interrupt();
            OpenOperation operation = writer.invoke(Action.ACQUIRE, "orders", "a", 5);
            assertThat(Thread.interrupted()).isTrue();
            operation.info("interrupted");
        }
        assertThat(History.read(List.of(file)).events()).hasSize(2);
    }

    @Test
    void a_belief_by_a_clock_never_seems_longer_than_it_is() {
        try (HistoryWriter writer = HistoryWriter.create(file, "p1")) {
            long[] asked = new long[2];
            Optional<OpenOperation> belief = writer.believe(LockPart.exclusive("orders"), "a", () -> {
                asked[0] = System.nanoTime();
                return Duration.ofNanos(5);
            });
            belief.orElseThrow().prolong(() -> {
                asked[1] = System.nanoTime();
                return Duration.ofNanos(6);
            });
            List<HistoryEvent> events = History.read(List.of(file)).events();
            assertThat(events.get(0).nanos()).isLessThanOrEqualTo(asked[0]);
            assertThat(events.get(1).nanos()).isLessThanOrEqualTo(asked[1]);
        }
    }

    @Test
    void whoever_has_nothing_left_when_the_grant_is_told_does_not_believe() {
        Path late = folder.resolve("p2.tsv");
        try (HistoryWriter holder = HistoryWriter.create(file, "p1");
                HistoryWriter stopped = HistoryWriter.create(late, "p2")) {
            OpenOperation belief = holder.believe(LockPart.exclusive("orders"), "a", () -> Duration.ofHours(1))
                    .orElseThrow();
            assertThat(stopped.believe(LockPart.exclusive("orders"), "b", () -> Duration.ZERO))
                    .isEmpty();
            belief.prolong(() -> Duration.ZERO);
        }
        History history = History.read(List.of(file, late));
        assertThat(history.events()).hasSize(1);
        assertThat(new BeliefCheck(Duration.ZERO, Set.of()).check(history)).isInstanceOf(Verdict.Ok.class);
    }

    @Test
    void an_operation_ends_once() {
        try (HistoryWriter writer = HistoryWriter.create(file, "p1")) {
            OpenOperation operation = writer.invoke(Action.RELEASE, "orders", "a", 0);
            operation.ok();
            assertThatThrownBy(() -> operation.info("")).hasMessage("RELEASE 1 of p1 has ended already");
        }
    }

    @Test
    void files_are_merged_and_an_operation_without_an_end_is_unknown() throws IOException {
        write(INVOKE);
        Path other = Files.writeString(
                folder.resolve("p2.tsv"), EventLine.HEADER + "\n9\tp2\t1\tINVOKE\tACQUIRE\torders\tb\t\t5\t\n");
        History history = History.read(List.of(file, other));
        assertThat(history.operations()).extracting(Operation::process).containsExactly("p2", "p1");
        assertThat(history.operations()).extracting(Operation::outcome).containsOnly(Phase.INFO);
        assertThat(history.start()).isEqualTo(9);
    }

    @Test
    void a_torn_last_line_is_left_out_even_within_a_character_or_the_header() throws IOException {
        byte[] whole =
                (EventLine.HEADER + "\n" + INVOKE + "11\tp1\t1\tOK\tACQUIRE\tä").getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            History history = History.read(List.of(file));
            boolean ended = length == 0 || whole[length - 1] == '\n';
            assertThat(history.tornLines()).isEqualTo(ended ? 0 : 1);
            assertThat(history.operations()).allMatch(operation -> operation.outcome() == Phase.INFO);
        }
    }

    @Test
    void malformed_input_is_told_with_file_and_line() throws IOException {
        refused("10\tp1\n", "p1.tsv, line 2: expected 10 columns separated by tabs but found 2");
        refused(INVOKE + INVOKE.replace("10\t", "x\t"), "p1.tsv, line 3: nanos 'x' is not a number");
        refused(INVOKE.replace("INVOKE", "START"), "p1.tsv, line 2: 'START' is none of [INVOKE, OK, FAIL, INFO, NOTE]");
        refused(INVOKE.replace("\t\t5", "\t7-3\t5"), "p1.tsv, line 2: '7-3' is not a token or a block of tokens");
        refused(
                INVOKE.replace("orders", "or\\ders"),
                "p1.tsv, line 2: 'or\\ders' has a backslash before neither t, n, r nor \\");
        refused(INVOKE.replace("\t5\t", "\t-5\t"), "p1.tsv, line 2: a promise must be >= 0 ns but was -5");
        refused(
                INVOKE.replace("INVOKE\tACQUIRE", "NOTE\tFLUSH"),
                "p1.tsv, line 2: FLUSH 1 of p1 is only noted, but has to be invoked before it happens and ended afterwards");
        refused(INVOKE + INVOKE, "p1.tsv, line 3: ACQUIRE 1 of p1 is invoked for the second time");
        String end = INVOKE.replace("INVOKE", "OK");
        refused(end, "p1.tsv, line 2: ACQUIRE 1 of p1 ends but was never invoked");
        refused(INVOKE + end + end, "p1.tsv, line 4: ACQUIRE 1 of p1 ends for the second time");
        refused(INVOKE + end.replace("10\t", "9\t"), "p1.tsv, line 3: ACQUIRE 1 of p1 ends before it was invoked");
        refused(
                INVOKE + end.replace("orders", "other"),
                "p1.tsv, line 3: ACQUIRE 1 of p1 ends as another than it was invoked");
        Files.writeString(file, "nonsense\n");
        assertThatThrownBy(() -> History.read(List.of(file)))
                .hasMessage("p1.tsv, line 1: expected '" + EventLine.HEADER + "' but found 'nonsense'");
    }

    private void refused(String lines, String message) throws IOException {
        write(lines);
        assertThatThrownBy(() -> History.read(List.of(file)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private void write(String lines) throws IOException {
        Files.writeString(file, EventLine.HEADER + "\n" + lines);
    }
}
