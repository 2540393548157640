// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.report.contention.contender.Contender;
import dev.interlock.report.contention.contender.Contenders;
import dev.interlock.report.contention.contender.NamedLock;
import dev.interlock.report.contention.contender.OpenClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM under measurement. It opens one client of one contender, runs rounds on commands from its standard input,
 * answers on its standard output, and ends with its input.
 */
public final class ContenderMain {

    private final ObjectMapper json = new ObjectMapper();
    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final PrintStream out;

    private ContenderMain(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs until the input ends.
     *
     * @param arguments none
     * @throws Exception if the client cannot be opened
     */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        // Output of a library must not be taken for an answer.
        System.setOut(System.err);
        new ContenderMain(answers).run();
        System.exit(0);
    }

    private void run() throws Exception {
        String first = in.readLine();
        if (first == null) {
            return;
        }
        Setup setup = json.readValue(first, Setup.class);
        Board board = Board.map(Path.of(setup.board()));
        try (OpenClient client = contender(setup).opener().open(setup.address())) {
            answer(RoundShare.READY);
            String line = in.readLine();
            while (line != null) {
                round(json.readValue(line, RoundOrder.class), client, board, setup.jvm());
                line = in.readLine();
            }
        }
    }

    private static Contender contender(Setup setup) {
        return Contenders.of(setup.store()).stream()
                .filter(contender -> contender.id().equals(setup.contender()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contender '" + setup.contender() + "'"));
    }

    private void round(RoundOrder order, OpenClient client, Board board, int jvm) throws Exception {
        Workload workload = order.workload();
        List<ThreadWork> work = new ArrayList<>();
        for (int thread = 0; thread < workload.threads(); thread++) {
            NamedLock lock = client.named(workload.lockName(thread));
            work.add(
                    workload == Workload.HAND_OVER
                            ? new HandOverLoop(lock, board, jvm + 1L)
                            : new GrantLoop(
                                    lock,
                                    board,
                                    workload.place(thread),
                                    workload.work().toNanos()));
        }
        ThreadTeam team = new ThreadTeam(work, order.millis());
        answer(RoundShare.READY);
        if (RoundShare.GO.equals(in.readLine())) {
            answer(json.writeValueAsString(team.run()));
        }
    }

    private void answer(String line) throws IOException {
        out.println(line);
        if (out.checkError()) {
            throw new IOException("nobody reads the answers any more");
        }
    }
}
