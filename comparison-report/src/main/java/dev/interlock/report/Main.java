// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.MemoryUnderTest;
import dev.interlock.report.conformance.Conformance;
import dev.interlock.report.data.Changes;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.ReportVerdict;
import dev.interlock.report.etcd.EtcdUnderTest;
import dev.interlock.report.existing.ExistingServer;
import dev.interlock.report.jdbc.SqlUnderTest;
import dev.interlock.report.page.HtmlFile;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.page.Page;
import dev.interlock.report.page.SummaryTable;
import dev.interlock.report.peer.Others;
import dev.interlock.report.progress.BarProgress;
import dev.interlock.report.progress.PlainProgress;
import dev.interlock.report.redis.RedisUnderTest;
import dev.interlock.report.run.Scope;
import dev.interlock.report.timeline.HistoryFiles;
import dev.interlock.report.zookeeper.ZookeeperUnderTest;
import dev.interlock.spi.toolbox.SecretMask;
import dev.interlock.tck.runner.Statement;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the report. */
@Command(
        name = "comparison-report",
        description = {
            "Starts real servers, runs the rules and some mutants on each store, measures, and writes a report:"
                    + " index.html for people, from the first seconds on, report.json for programs, report.log for"
                    + " what was logged, histories/ for what the processes of the rules PROC did, as text and in EDN,"
                    + " statements/ for the statement of conformance of each store.",
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
            RedisUnderTest.acknowledged(),
            RedisUnderTest.sentinel(),
            RedisUnderTest.cluster(),
            RedisUnderTest.redlock(),
            ZookeeperUnderTest.oneServer(),
            ZookeeperUnderTest.ensemble(),
            new EtcdUnderTest(),
            SqlUnderTest.mysql(),
            SqlUnderTest.mysqlRowLock(),
            SqlUnderTest.mariadb(),
            SqlUnderTest.postgres(),
            SqlUnderTest.postgresSynchronous());

    private static final String PAGE = "index.html";
    private static final String DATA = "report.json";
    private static final String STATEMENTS = "statements";

    private final List<BackendUnderTest> known;
    private final UnaryOperator<Scope> cut;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command is called
    private CommandSpec spec;

    @Option(
            names = {"--stores", "--backends"},
            split = ",",
            paramLabel = "NAME",
            description = "Which stores, separated by commas; all that have a server here if not given.")
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

    @Option(
            names = "--conformance",
            paramLabel = "DIR",
            description = "Runs nothing: checks the statements of conformance in this directory, and makes its page and"
                    + " badges anew.")
    private @Nullable Path conformance;

    @Mixin
    private OtherFiles otherFiles = new OtherFiles();

    @Option(
            names = "--redis",
            paramLabel = "URI",
            description = "A server of yours, as a client names it. Of all stores only those that are"
                    + " named so are looked at then: their set-up, and the rules that break nothing, under a prefix of"
                    + " their own that is removed afterwards. The uri is shown nowhere.")
    private @Nullable String redis;

    @Option(names = "--jdbc", paramLabel = "URL", description = "The same of a database, in a table of its own.")
    private @Nullable String jdbc;

    @Option(
            names = "--zookeeper",
            paramLabel = "URI",
            description = "The same of ZooKeeper servers, below a path of its own.")
    private @Nullable String zookeeper;

    @Option(
            names = "--full",
            description = "All mutants and all measurements, and more rounds of each: figures to quote, in a quarter of"
                    + " an hour or more instead of a few minutes.")
    private boolean full;

    /** A report of everything. */
    public Main() {
        this(BACKENDS, UnaryOperator.identity());
    }

    /** A report of other backends, or of less, for tests. */
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
        // Since JDK 22 there is a console without a terminal, unless this property is set before the first use.
        System.setProperty("jdk.console", "java.base");
        // The test jars on the class path contain a logback-test.xml, which would take precedence.
        System.setProperty("logback.configurationFile", "logback.xml");
        System.exit(commandLine(new Main()).execute(arguments));
    }

    /** Error messages mask secrets, because an unknown argument may be a URI with a password. */
    static CommandLine commandLine(Main main) {
        CommandLine line = new CommandLine(main);
        line.setParameterExceptionHandler((wrong, arguments) -> {
            CommandLine of = wrong.getCommandLine();
            of.getErr().println(SecretMask.mask(String.valueOf(wrong.getMessage())));
            of.usage(of.getErr());
            return CommandLine.ExitCode.USAGE;
        });
        return line;
    }

    /**
     * Runs the report.
     *
     * @return the exit code
     * @throws IOException if the report cannot be written
     */
    @Override
    public Integer call() throws IOException {
        if (conformance != null) {
            return conform(conformance);
        }
        Set<String> names = known.stream().map(BackendUnderTest::name).collect(Collectors.toSet());
        for (String name : backends) {
            if (!names.contains(name)) {
                throw usage(
                        "--stores must name some of " + names.stream().sorted().toList() + " but had '" + name + "'");
            }
        }
        Comparison comparison = comparison();
        Report old = compare == null ? null : read("--compare", compare);
        Report done = render == null ? null : read("--render", render);
        Others others = otherFiles.read(spec);
        Path directory = directory();
        Path histories = directory.resolve(Report.HISTORIES);
        PrintWriter terminal = spec.commandLine().getOut();
        Report report = done == null ? run(comparison, directory, others, terminal) : done;
        Changes changes = old == null ? null : Changes.between(old, report);
        Path file = directory.resolve(PAGE);
        var drawn = HistoryFiles.timelines(histories, Page.historyFiles(report));
        HtmlFile.write(new Page(report, drawn, changes, others), file);
        SummaryTable.print(report, changes, terminal);
        terminal.println("Report: " + file);
        terminal.flush();
        return ReportVerdict.of(report).good() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private int conform(Path collection) throws IOException {
        if (!Files.isDirectory(collection)) {
            throw usage("--conformance must be a directory but '" + collection + "' is none");
        }
        PrintWriter terminal = spec.commandLine().getOut();
        Conformance statements = Conformance.read(collection, WallClock.instant());
        if (!statements.problems().isEmpty()) {
            statements.problems().forEach(terminal::println);
            terminal.flush();
            return CommandLine.ExitCode.SOFTWARE;
        }
        statements.render();
        terminal.println("Statements: " + collection.resolve("statements.md"));
        terminal.flush();
        return CommandLine.ExitCode.OK;
    }

    private Report run(Comparison comparison, Path directory, Others others, PrintWriter terminal) throws IOException {
        Path histories = directory.resolve(Report.HISTORIES);
        System.setProperty(
                "interlock.report.log", directory.resolve("report.log").toString());
        deleteFiles(histories, "history-of-*.{txt,edn}");
        Path statements = directory.resolve(STATEMENTS);
        deleteFiles(statements, "*.json");
        Files.deleteIfExists(directory.resolve(DATA));
        System.setProperty("interlock.tck.histories", histories.toString());
        boolean bars = onTerminal();
        Path page = directory.resolve(PAGE);
        terminal.println("The page fills while this runs: " + page);
        Report report = comparison.run(
                () -> bars ? new BarProgress(terminal) : new PlainProgress(terminal),
                new LivePage(page, histories, others),
                statement -> write(statement, statements));
        JsonFile.write(report, directory.resolve(DATA));
        HistoryFiles.export(histories, Page.historyFiles(report));
        return report;
    }

    private Comparison comparison() {
        List<BackendUnderTest> chosen = new ArrayList<>(existing());
        boolean all = chosen.isEmpty() && backends.isEmpty();
        known.stream()
                .filter(backend -> all || backends.contains(backend.name()))
                .forEach(chosen::add);
        String only = backends.isEmpty() ? "" : " --stores " + String.join(",", backends);
        return new Comparison(
                chosen,
                !all,
                cut.apply(full ? Scope.FULL : Scope.SHORT),
                full || (!all && backends.isEmpty())
                        ? ""
                        : "./mvnw -B -Preport package -Dreport.args=\"--full" + only + "\"");
    }

    /** The user's own servers. */
    private List<BackendUnderTest> existing() {
        List<BackendUnderTest> servers = new ArrayList<>();
        add(servers, "--redis", redis, uri -> ExistingServer.redis(uri, WallClock::micros));
        add(servers, "--zookeeper", zookeeper, ExistingServer::zookeeper);
        add(servers, "--jdbc", jdbc, url -> ExistingServer.jdbc(url, WallClock::micros));
        return servers;
    }

    private void add(
            List<BackendUnderTest> servers,
            String option,
            @Nullable String uri,
            Function<String, BackendUnderTest> server) {
        if (uri != null) {
            try {
                servers.add(server.apply(uri));
            } catch (IllegalArgumentException e) {
                throw usage(option + ": " + SecretMask.mask(String.valueOf(e.getMessage())));
            }
        }
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

    private static void write(Statement statement, Path directory) {
        try {
            statement.write(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the files of a former run, and no others. */
    private static void deleteFiles(Path directory, String which) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, which)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Prints the versions of Interlock and Java. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {
                "Interlock comparison report " + EnvironmentProbe.version(), "Java ${java.runtime.version}"
            };
        }
    }
}
