// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers;

import dev.interlock.report.EnvironmentProbe;
import dev.interlock.report.contender.Peer;
import dev.interlock.report.contender.Peers;
import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peer.PeerColumn;
import dev.interlock.report.peer.PeerFile;
import dev.interlock.report.peer.PeerOutcome;
import dev.interlock.report.peer.PeerReport;
import dev.interlock.report.peers.question.Bounds;
import dev.interlock.report.peers.question.Question;
import dev.interlock.report.peers.question.Questions;
import dev.interlock.report.peers.store.PeerStore;
import dev.interlock.report.progress.PlainProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./mvnw -B -Ppeers package}. */
@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Puts the same questions to Interlock and to other lock libraries, on servers that it starts itself.",
        footer = "Exit code 1 means that a cell has no answer; what a peer does not hold is an answer.")
public final class Main implements Callable<Integer> {

    private static final List<String> STORES = List.of("redis", "zookeeper", "mariadb", "postgres");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--stores", split = ",", paramLabel = "STORE", description = "redis, zookeeper, mariadb, postgres.")
    private List<String> stores = STORES;

    @Option(names = "--peer", split = ",", paramLabel = "ID", description = "Only these, such as redisson-lock.")
    private List<String> peers = new ArrayList<>();

    @Option(names = "--question", split = ",", paramLabel = "ID", description = "Only these, such as LOSS-PAUSE.")
    private List<String> questions = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the results go (default: ${DEFAULT-VALUE}).",
            defaultValue = "comparison-report/peers/target/peers/peers.json")
    private Path out = Path.of("");

    private Main() {}

    /**
     * Runs the questions and ends the JVM with their exit code.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        // The test jars on the class path contain a logback-test.xml, which would take precedence.
        System.setProperty("logback.configurationFile", "contention-logback.xml");
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    /**
     * Runs the questions.
     *
     * @return 0 if each cell has an answer, else 1
     * @throws IOException if the results cannot be written
     * @throws InterruptedException if this thread is interrupted
     * @throws ExecutionException if a store's run ended unexpectedly
     */
    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        List<Question> asked = Questions.ALL.stream()
                .filter(question -> questions.isEmpty()
                        || questions.contains(question.text().id()))
                .toList();
        List<Peer> all = stores.stream()
                .flatMap(store -> Peers.of(store).stream())
                .filter(peer -> peers.isEmpty() || peers.contains(peer.id()))
                .toList();
        boolean nothing = all.stream()
                .noneMatch(peer ->
                        asked.stream().anyMatch(question -> question.text().subject() == peer.subject()));
        if (!STORES.containsAll(stores) || nothing) {
            throw new ParameterException(
                    spec.commandLine(),
                    "nothing to ask: --stores must be some of " + STORES + ", --peer some of "
                            + STORES.stream()
                                    .flatMap(store -> Peers.of(store).stream())
                                    .map(Peer::id)
                                    .toList()
                            + ", --question some of "
                            + Questions.ALL.stream()
                                    .map(each -> each.text().id())
                                    .toList());
        }
        Files.createDirectories(out.toAbsolutePath().resolveSibling(""));
        PrintWriter terminal = spec.commandLine().getOut();
        PeerReport report = run(all, asked, terminal);
        PeerFile.write(report, out);
        PeerTable.lines(report).forEach(terminal::println);
        terminal.println();
        terminal.println("Results: " + out);
        terminal.flush();
        return report.cells().stream().anyMatch(cell -> cell.outcome() == PeerOutcome.NOT_RUN)
                ? CommandLine.ExitCode.SOFTWARE
                : CommandLine.ExitCode.OK;
    }

    /** Runs the stores in parallel: their servers are separate, and most of the time all clients wait. */
    private PeerReport run(List<Peer> all, List<Question> asked, PrintWriter terminal)
            throws InterruptedException, ExecutionException {
        long begin = System.nanoTime();
        List<PeerColumn> columns = new CopyOnWriteArrayList<>();
        List<PeerCell> cells = new CopyOnWriteArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (PlainProgress progress = new PlainProgress(terminal)) {
            List<Future<?>> runs = new ArrayList<>();
            for (String store : stores) {
                List<Peer> those =
                        all.stream().filter(peer -> peer.store().equals(store)).toList();
                if (!those.isEmpty()) {
                    StoreRun run = new StoreRun(
                            those, asked, Bounds.STANDARD, () -> PeerStore.start(store), columns::add, cell -> {
                                cells.add(cell);
                                progress.say(PeerTable.line(cell));
                            });
                    runs.add(threads.submit(() -> {
                        run.run();
                        return null;
                    }));
                }
            }
            for (Future<?> each : runs) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        List<PeerColumn> ordered = columns.stream()
                .sorted(Comparator.comparing(PeerColumn::subject)
                        .thenComparing(column -> stores.indexOf(column.store())))
                .toList();
        long took = Math.round((System.nanoTime() - begin) / 1e9);
        return new PeerReport(
                PeerReport.FORMAT,
                EnvironmentProbe.now(),
                took,
                asked.stream().map(Question::text).toList(),
                ordered,
                cells);
    }
}
