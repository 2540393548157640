// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.Renewal;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.BeliefCheck;
import dev.interlock.tck.history.EffectCheck;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.OpenOperation;
import dev.interlock.tck.history.ServerCheck;
import dev.interlock.tck.history.StoreModel;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.testbed.jvm.ConversationEndedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients in processes of their own, on memory that this JVM hosts: what they can be told, and what is done to them.
 */
class ClientProcessIT {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private final MemoryFixture memory = new MemoryFixture();
    private final BackendHost host = BackendHost.start(memory::openBackend);
    private final List<Path> files = new ArrayList<>();
    private final List<ClientProcess> processes = new ArrayList<>();
    private HistoryWriter nemesis;

    @BeforeEach
    void begin() {
        nemesis = HistoryWriter.create(file("nemesis"), HistoryWriter.NEMESIS);
    }

    @AfterEach
    void end() {
        processes.forEach(ClientProcess::close);
        nemesis.close();
        host.close();
    }

    private Path file(String name) {
        Path file = directory.resolve(name + ".tsv");
        files.add(file);
        return file;
    }

    private ClientProcess start(String name, SharedResources resources) {
        ClientProcess process = ClientProcess.start(name, host.clients(), file(name), resources, nemesis);
        processes.add(process);
        return process;
    }

    private History history() {
        processes.forEach(ClientProcess::close);
        processes.clear();
        return History.read(files);
    }

    private static CommandResult acquired(ClientProcess process, String lock, Duration maxWait, Duration lease) {
        CommandResult answer =
                process.acquire(lock, maxWait, lease, Renewal.AUTO).join();
        assertThat(answer.outcome()).as(answer.text()).isEqualTo(CommandResult.OK);
        return answer;
    }

    @Test
    void two_processes_share_a_lock_and_their_history_is_that_of_a_lock() {
        SharedResources resources = new GuardedResources(nemesis);
        ClientProcess first = start("first", resources);
        ClientProcess second = start("second", resources);
        CommandResult held = acquired(first, "shared", Duration.ZERO, LONG);

        assertThat(second.acquire("shared", Duration.ZERO, LONG, Renewal.AUTO)
                        .join()
                        .outcome())
                .isEqualTo(CommandResult.FAIL);
        assertThat(first.act(held.text(), "counter").join().number()).isEqualTo(1);
        assertThat(first.release(held.text()).join()).isEqualTo("RELEASED");
        CommandResult next = acquired(second, "shared", LONG, LONG);
        assertThat(next.number()).isGreaterThan(held.number());
        assertThat(second.act(next.text(), "counter").join().number()).isEqualTo(2);

        History history = history();
        assertThat(history.operations()).isNotEmpty();
        assertThat(new ServerCheck(StoreModel.lease()).check(history)).isInstanceOf(Verdict.Ok.class);
        assertThat(new EffectCheck().check(history)).isInstanceOf(Verdict.Ok.class);
    }

    @Test
    void a_killed_process_answers_no_more_and_blocks_until_its_lease_is_over() {
        SharedResources resources = new UnguardedResources(nemesis);
        ClientProcess first = start("first", resources);
        ClientProcess second = start("second", resources);
        acquired(first, "crash", Duration.ZERO, LEASE);
        OpenOperation fault = nemesis.invoke(Action.KILL, "", "first", 0);
        first.kill();
        fault.ok();

        assertThatThrownBy(() -> first.acquire("crash", Duration.ZERO, LEASE, Renewal.AUTO)
                        .join())
                .hasCauseInstanceOf(ConversationEndedException.class);
        acquired(second, "crash", LONG, LEASE);

        assertThat(new ServerCheck(StoreModel.lease()).check(history())).isInstanceOf(Verdict.Ok.class);
    }

    @Test
    void a_process_frozen_between_its_read_and_its_write_overwrites_what_is_not_guarded() {
        Paused unguarded = pausedBetweenReadAndWrite(new UnguardedResources(nemesis));

        assertThat(unguarded.late().isOk()).isTrue();
        assertThat(unguarded.late().number())
                .as("two processes added one, and one of them is forgotten")
                .isEqualTo(1);
        assertThat(new EffectCheck().check(history())).isInstanceOf(Verdict.Illegal.class);
    }

    @Test
    void a_guard_refuses_a_process_that_was_frozen_between_its_read_and_its_write() {
        Paused guarded = pausedBetweenReadAndWrite(new GuardedResources(nemesis));

        assertThat(guarded.late().outcome()).isEqualTo(CommandResult.FAIL);
        assertThat(guarded.late().text()).contains("has seen token " + guarded.secondToken());
        assertThat(new EffectCheck().check(history())).isInstanceOf(Verdict.Ok.class);
    }

    @Test
    void a_working_process_that_a_busy_machine_stops_believes_no_longer_than_its_clock_says() {
        // Resource and lock have one name, as in all work.
        PausingResources stopping = new PausingResources(Map.of("stalled", new GuardedResources(nemesis)), "first");
        ClientProcess first = start("first", stopping);
        ClientProcess second = start("second", stopping);
        first.work(List.of("stalled"), Duration.ZERO, LEASE, 1, 0);
        await().until(stopping::reached);
        first.freeze();
        CommandResult next = acquired(second, "stalled", LONG, LEASE);
        assertThat(second.act(next.text(), "stalled").join().number()).isEqualTo(1);
        stopping.answer();
        first.thaw();
        first.stopWork().join();

        // The history knows of no stop, as if the machine had been too busy to run the process.
        assertThat(new BeliefCheck(Duration.ZERO, Set.of()).check(history())).isInstanceOf(Verdict.Ok.class);
    }

    /** What a holder was told that wrote late, and the token of the one that came between. */
    private record Paused(CommandResult late, long secondToken) {}

    private Paused pausedBetweenReadAndWrite(SharedResources resources) {
        PausingResources stopping = new PausingResources(Map.of("account", resources), "first");
        ClientProcess first = start("first", stopping);
        ClientProcess second = start("second", stopping);
        CommandResult old = acquired(first, "pause", Duration.ZERO, LEASE);
        CompletableFuture<CommandResult> late = first.act(old.text(), "account");
        await().until(stopping::reached);
        OpenOperation pause = nemesis.invoke(Action.PAUSE, "", "first", 0);
        first.freeze();
        CommandResult next = acquired(second, "pause", LONG, LEASE);
        assertThat(second.act(next.text(), "account").join().number()).isEqualTo(1);
        stopping.answer();
        first.thaw();
        pause.ok();
        return new Paused(late.join(), next.number());
    }
}
