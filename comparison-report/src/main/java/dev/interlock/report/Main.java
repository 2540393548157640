// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.MemoryUnderTest;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.data.Changes;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.ReportVerdict;
import dev.interlock.report.jdbc.SqlUnderTest;
import dev.interlock.report.page.HtmlFile;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.page.Page;
import dev.interlock.report.page.SummaryTable;
import dev.interlock.report.progress.BarProgress;
import dev.interlock.report.progress.PlainProgress;
import dev.interlock.report.redis.RedisUnderTest;
import dev.interlock.report.run.Scope;
import dev.interlock.report.timeline.HistoryFiles;
import dev.interlock.report.zookeeper.ZookeeperUnderTest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the report. */
@Command(
        name = "comparison-report",
        description = {
            "Starts real servers, runs the rules and the mutants on each backend, measures, and writes a report:"
                    + " index.html for people, report.json for programs, report.log for what was logged,"
                    + " histories/ for what the processes of the rules PROC did, as text and in EDN.",
            ""
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no MUST rule was broken, every mutant was killed, every trial of a guard went as it must, and the"
                    + " measurements saw no violation",
            "1:something failed; the last lines say what",
            "2:the command line was not understood"
        })
public final class Main implements Callable<Integer> {

    private static final List<BackendUnderTest> BACKENDS = List.of(
            new MemoryUnderTest(),
            RedisUnderTest.oneServer(),
            RedisUnderTest.sentinel(),
            RedisUnderTest.cluster(),
            RedisUnderTest.redlock(),
            ZookeeperUnderTest.oneServer(),
            ZookeeperUnderTest.ensemble(),
            SqlUnderTest.mysql(),
            SqlUnderTest.mysqlRowLock(),
            SqlUnderTest.mariadb(),
            SqlUnderTest.postgres());

    private final List<BackendUnderTest> known;
    private final UnaryOperator<Scope> cut;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command is called
    private CommandSpec spec;

    @Option(
            names = "--backends",
            split = ",",
            paramLabel = "NAME",
            description = "Which backends, separated by commas; all that have a server here if not given.")
    private Set<String> backends = new LinkedHashSet<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write (default: ${DEFAULT-VALUE}).",
            defaultValue = "comparison-report/target/report")
    private Path out = Path.of("");

    @Option(
            names = "--render",
            paramLabel = "FILE",
            description = "Runs nothing: writes the page of this report.json anew, beside it.")
    private @Nullable Path render;

    @Option(
            names = "--compare",
            paramLabel = "FILE",
            description = "An older report.json: the page and the last lines say what is different since.")
    private @Nullable Path compare;

    @Option(names = "--quick", description = "Fewer repetitions: a look, not figures to quote.")
    private boolean quick;

    /** A report of everything. */
    public Main() {
        this(BACKENDS, UnaryOperator.identity());
    }

    /** A report of something else, or of less, for tests. */
    Main(List<BackendUnderTest> known, UnaryOperator<Scope> cut) {
        this.known = known;
        this.cut = cut;
    }

    /**
     * Runs the report and ends the JVM with its exit code.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        // Since JDK 22 there is a console without a terminal, unless this is said before it is asked for.
        System.setProperty("jdk.console", "java.base");
        // The test jars on the class path have a logback-test.xml, which would come first.
        System.setProperty("logback.configurationFile", "logback.xml");
        System.exit(new CommandLine(new Main()).execute(arguments));
    }

    /**
     * Runs the report.
     *
     * @return the exit code
     * @throws IOException if the report cannot be written
     */
    @Override
    public Integer call() throws IOException {
        Set<String> names = known.stream().map(BackendUnderTest::name).collect(Collectors.toSet());
        for (String name : backends) {
            if (!names.contains(name)) {
                throw usage("--backends must name some of "
                        + names.stream().sorted().toList() + " but had '" + name + "'");
            }
        }
        Report old = compare == null ? null : read("--compare", compare);
        Report done = render == null ? null : read("--render", render);
        Path directory = directory();
        Path histories = directory.resolve(Report.HISTORIES);
        PrintWriter terminal = spec.commandLine().getOut();
        Report report = done == null ? run(names, directory, histories, terminal) : done;
        Changes changes = old == null ? null : Changes.between(old, report);
        Path file = directory.resolve("index.html");
        HtmlFile.write(new Page(report, HistoryFiles.timelines(histories, Page.historyFiles(report)), changes), file);
        SummaryTable.print(report, changes, terminal);
        terminal.println("Report: " + file);
        terminal.flush();
        return ReportVerdict.of(report).good() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private Report run(Set<String> names, Path directory, Path histories, PrintWriter terminal) throws IOException {
        System.setProperty(
                "interlock.report.log", directory.resolve("report.log").toString());
        deleteHistories(histories);
        System.setProperty("interlock.tck.histories", histories.toString());
        Scope scope = cut.apply(Scope.all(quick ? Budget.QUICK : Budget.STANDARD));
        boolean named = !backends.isEmpty();
        Comparison comparison = new Comparison(known, named ? backends : names, named, quick, scope);
        boolean bars = onTerminal();
        Report report = comparison.run(() -> bars ? new BarProgress(terminal) : new PlainProgress(terminal));
        JsonFile.write(report, directory.resolve("report.json"));
        HistoryFiles.export(histories, Page.historyFiles(report));
        return report;
    }

    private Report read(String option, Path file) {
        try {
            return JsonFile.read(file);
        } catch (IOException e) {
            throw usage(option + " must be a report.json of this version: " + e.getMessage());
        }
    }

    @SuppressWarnings("SystemConsoleNull") // main() asks JDK 22 and newer for the old meaning
    private static boolean onTerminal() {
        return System.console() != null;
    }

    private Path directory() {
        try {
            return render == null
                    ? Files.createDirectories(out).toRealPath()
                    : render.toRealPath().resolveSibling("");
        } catch (IOException e) {
            throw usage("--out must be a directory that can be written but '" + out + "' is not: " + e.getMessage());
        }
    }

    /** Deletes the histories of a former run, and nothing else that may be there. */
    private static void deleteHistories(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "history-of-*.{txt,edn}")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Tells the version of Interlock and of Java. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {
                "Interlock comparison report " + EnvironmentProbe.version(), "Java ${java.runtime.version}"
            };
        }
    }
}
