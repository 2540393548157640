// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contender.Contender;
import dev.interlock.report.contender.StoreAddress;
import dev.interlock.report.contention.round.Board;
import dev.interlock.report.contention.round.ContenderMain;
import dev.interlock.report.contention.round.RoundShare;
import dev.interlock.report.contention.round.Setup;
import dev.interlock.report.contention.round.Workload;
import dev.interlock.testbed.jvm.ChildJvm;
import dev.interlock.testbed.os.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The JVMs of one contender, with one client each. They live until they are closed, so each contender's code is compiled
 * separately, and is warm after its first round. Used by one thread.
 */
final class Fleet implements AutoCloseable {

    /**
     * A start takes a few seconds; this limit also suits a machine that is ten times slower, and a wait of a minute.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(130);

    private final String store;
    private final Contender contender;
    private final StoreAddress address;
    private final Path file;
    private final Board board;
    private final List<ChildJvm> jvms = new ArrayList<>();

    Fleet(String store, Contender contender, StoreAddress address) throws IOException {
        this.store = store;
        this.contender = contender;
        this.address = address;
        this.file = RunDirectory.ofThisJvm().create("board").resolve("board");
        this.board = Board.map(file);
    }

    Contender contender() {
        return contender;
    }

    /** Prepares the JVMs for a round, up to the start signal. */
    List<ChildJvm> prepare(Workload workload, Duration length) {
        Map<ChildJvm, CompletableFuture<List<String>>> opening = new LinkedHashMap<>();
        while (jvms.size() < workload.jvms()) {
            Setup setup = new Setup(store, contender.id(), address, file.toString(), jvms.size());
            ChildJvm jvm = ChildJvm.start(contender.id() + " " + (jvms.size() + 1), ContenderMain.program(workload));
            jvms.add(jvm);
            opening.put(jvm, jvm.ask(setup.words()));
        }
        opening.forEach((jvm, opened) -> jvm.answer(PATIENCE, opened));
        board.clear();
        List<ChildJvm> team = jvms.subList(0, workload.jvms());
        answers(PATIENCE, team, ContenderMain.PREPARE, workload.id(), Long.toString(length.toMillis()));
        return team;
    }

    /** Runs a round. */
    static List<RoundShare> run(List<ChildJvm> team, Duration length) {
        return answers(PATIENCE.plus(length), team, ContenderMain.RUN).stream()
                .map(RoundShare::of)
                .toList();
    }

    /** Asks all JVMs at the same time. */
    private static List<List<String>> answers(Duration limit, List<ChildJvm> team, String... question) {
        List<CompletableFuture<List<String>>> asked =
                team.stream().map(jvm -> jvm.ask(question)).toList();
        List<List<String>> answers = new ArrayList<>();
        for (int i = 0; i < team.size(); i++) {
            answers.add(team.get(i).answer(limit, asked.get(i)));
        }
        return answers;
    }

    /** Lets the JVMs close their clients, which release what they retain, and ends them. */
    void end() {
        jvms.forEach(ChildJvm::end);
        close();
    }

    /** Kills the JVMs: their holds end with their leases, and each run uses names of its own. */
    @Override
    public void close() {
        jvms.forEach(ChildJvm::close);
        jvms.clear();
    }
}
