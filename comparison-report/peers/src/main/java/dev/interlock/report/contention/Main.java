// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.report.EnvironmentProbe;
import dev.interlock.report.contender.Contenders;
import dev.interlock.report.contention.Results.StoreResults;
import dev.interlock.report.contention.round.Workload;
import dev.interlock.report.progress.PlainProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./mvnw -B -Pcontention package}. */
@Command(
        name = "contention",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures Interlock beside the raw clients and other libraries, on servers that it starts itself.",
        footer = "docs/benchmarks.md tells what is measured and how to read it.")
public final class Main implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--stores",
            split = ",",
            paramLabel = "STORE",
            description = "redis, mariadb, mysql, postgres, zookeeper.")
    private List<String> stores = List.of("redis", "mariadb", "postgres", "zookeeper");

    @Option(
            names = "--workloads",
            split = ",",
            paramLabel = "WORKLOAD",
            description = "own-1, own-16, cold-1, cold-16, one-name, jvms, readers, readers-90, hand-over,"
                    + " hand-over-100ms, turns, visits-1, visits-10, visits-50.")
    private List<String> workloads =
            Arrays.stream(Workload.values()).map(Workload::id).toList();

    @Option(
            names = "--contenders",
            split = ",",
            paramLabel = "ID",
            description = "Only these, such as interlock,redisson; all if not given.")
    private List<String> contenders = new ArrayList<>();

    @Option(names = "--rounds", description = "Rounds that count (default: ${DEFAULT-VALUE}).", defaultValue = "5")
    private int rounds;

    @Option(names = "--seconds", description = "Length of a round (default: ${DEFAULT-VALUE}).", defaultValue = "2")
    private double seconds;

    @Option(names = "--warm-up", description = "Seconds of warm-up (default: ${DEFAULT-VALUE}).", defaultValue = "2")
    private double warmUp;

    @Option(names = "--seed", description = "Of the order of turns (default: ${DEFAULT-VALUE}).", defaultValue = "1")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the results go (default: ${DEFAULT-VALUE}).",
            defaultValue = "comparison-report/peers/target/contention.json")
    private Path out = Path.of("");

    private Main() {}

    /**
     * Runs the benchmarks and ends the JVM with their exit code.
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
     * Runs the benchmarks.
     *
     * @return 0 if each contender ran and kept mutual exclusion, else 1
     * @throws IOException if the results cannot be written
     */
    @Override
    public Integer call() throws IOException {
        Settings settings = settings();
        Path directory = out.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        long begin = System.nanoTime();
        PrintWriter terminal = spec.commandLine().getOut();
        List<StoreResults> found;
        try (PlainProgress progress = new PlainProgress(terminal)) {
            found = new ContentionRun(
                            settings,
                            progress,
                            results -> ResultTable.lines(results).forEach(progress::say))
                    .run();
        }
        long took = Math.round((System.nanoTime() - begin) / 1e9);
        Results results = new Results(Results.FORMAT, EnvironmentProbe.now(), took, settings, found);
        JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValue(out.toFile(), results);
        terminal.println("Results: " + out);
        terminal.flush();
        return isGood(found) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** False if no round of a workload counts, or if a store had no server: neither was measured. */
    static boolean isGood(List<StoreResults> stores) {
        return stores.stream()
                .allMatch(store -> store.problem().isEmpty()
                        && store.workloads().stream()
                                .flatMap(workload -> workload.contenders().stream())
                                .allMatch(contender -> contender.failure().isEmpty()
                                        && contender.violations() == 0
                                        && contender.rounds() > 0));
    }

    private Settings settings() {
        try {
            stores.forEach(Contenders::of);
            workloads.forEach(Workload::of);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
        for (String id : contenders) {
            if (stores.stream()
                    .flatMap(store -> Contenders.of(store).stream())
                    .noneMatch(contender -> contender.id().equals(id))) {
                throw usage("none of the stores has a contender '" + id + "'");
            }
        }
        if (rounds < 1 || seconds < 0.1 || warmUp < 0.1) {
            throw usage("--rounds must be >= 1, --seconds and --warm-up >= 0.1");
        }
        return new Settings(
                stores, workloads, contenders, rounds, Math.round(1e3 * seconds), Math.round(1e3 * warmUp), seed);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
