// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.MemoryUnderTest;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.Status;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.run.Scope;
import dev.interlock.tck.Rule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MainTest {

    private static final Set<Rule> FEW = EnumSet.of(Rule.ACQ_1, Rule.ACQ_3, Rule.REL_1, Rule.TOK_1);
    private static final List<BackendUnderTest> MEMORY = List.of(new MemoryUnderTest());

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void a_run_in_memory_writes_page_and_data() throws IOException {
        int exit = run(MEMORY, "--stores", "memory", "--out", directory.toString());
        assertThat(exit).as(out.toString()).isZero();
        Report report = JsonFile.read(directory.resolve("report.json"));
        assertThat(report.backends()).singleElement().satisfies(memory -> {
            assertThat(memory.name()).isEqualTo("memory");
            assertThat(memory.count(Status.PASSED)).isEqualTo(FEW.size());
            assertThat(memory.killed()).isEqualTo(memory.mutants().size());
            assertThat(memory.measurements())
                    .hasSize(2)
                    .allSatisfy(measurement -> assertThat(measurement.problem()).isNull());
        });
        assertThat(report.guards()).singleElement().satisfies(guard -> {
            assertThat(guard.problem()).isNull();
            assertThat(guard.trials()).hasSize(10).allMatch(GuardTrial::met);
            assertThat(guard.cost().figures()).singleElement().matches(figure -> figure.reference() != null);
        });
        assertThat(Files.readString(directory.resolve("index.html"))).contains("id=\"ACQ-1\"", "were left out");
        assertThat(directory.resolve("statements"))
                .as("a part of the contract makes no statement")
                .doesNotExist();
    }

    @Test
    void statements_of_conformance_are_checked_and_rendered_without_a_run() throws IOException {
        Path collection = Files.createDirectories(directory.resolve("conformance"));
        Path statements = Files.createDirectory(collection.resolve("statements"));
        Files.createFile(Files.createDirectory(directory.resolve("docs")).resolve("report.md"));
        Files.copy(Path.of("..", "conformance", "statements", "memory.json"), statements.resolve("memory.json"));

        assertThat(run(MEMORY, "--conformance", collection.toString()))
                .as(out.toString())
                .isZero();
        assertThat(collection.resolve("statements.md")).content().contains("badges/memory.svg");

        Files.writeString(statements.resolve("broken.json"), "{}");
        assertThat(run(MEMORY, "--conformance", collection.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("broken.json: is no statement: ");
        assertThat(run(
                        MEMORY,
                        "--conformance",
                        statements.resolve("broken.json").toString()))
                .isEqualTo(2);
    }

    @Test
    void progress_and_summary_are_printed() throws IOException {
        run(MEMORY, "--out", directory.toString());
        assertThat(out.toString())
                .contains("memory: rules 1/4", "memory: rules 4/4", "memory: measurements 2/2")
                .contains(
                        "rules passed",
                        directory.toRealPath().resolve("index.html").toString());
    }

    @Test
    void a_page_is_rendered_again_without_a_run_and_compared_with_another() throws IOException {
        Path first = Files.createDirectory(directory.resolve("first"));
        run(MEMORY, "--out", first.toString());
        run(List.of(new BrokenUnderTest()), "--out", directory.toString());
        Files.delete(directory.resolve("index.html"));
        String json = directory.resolve("report.json").toString();

        int exit = run(
                MEMORY,
                "--render",
                json,
                "--compare",
                first.resolve("report.json").toString());
        assertThat(exit).as("as the run that it shows").isEqualTo(1);
        assertThat(Files.readString(directory.resolve("index.html"))).contains("id=\"changes\"");
        assertThat(out.toString()).contains("now only.");

        assertThat(run(MEMORY, "--render", directory.resolve("index.html").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--render must be a report.json of this version");
    }

    @Test
    void the_page_is_there_while_the_run_goes_on_and_says_so() throws IOException {
        Path page = directory.resolve("index.html");
        StringBuilder seen = new StringBuilder();
        int exit = run(
                List.of(new MemoryUnderTest(), new WaitingUnderTest(() -> seen.append(awaitUnfinished(page)))),
                "--out",
                directory.toString());
        assertThat(exit).as(out.toString()).isZero();
        assertThat(seen).contains("This run is not over", "waiting was not run: its turn has not come yet");
        assertThat(Files.readString(page)).doesNotContain("This run is not over", "location.reload");
        assertThat(JsonFile.read(directory.resolve("report.json")).finished()).isTrue();
    }

    private static String awaitUnfinished(Path page) {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (System.nanoTime() < end) {
            try {
                String text = Files.exists(page) ? Files.readString(page) : "";
                if (text.contains("not over")) {
                    return text;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        return "";
    }

    @Test
    void parts_left_out_are_reported_with_the_command_that_runs_them() throws IOException {
        run(MEMORY, "--stores", "memory", "--out", directory.toString());
        Report report = JsonFile.read(directory.resolve("report.json"));
        assertThat(report.full()).isFalse();
        assertThat(report.rest()).isEqualTo("./mvnw -B -Preport package -Dreport.args=\"--full --stores memory\"");
        assertThat(report.backends()).singleElement().satisfies(memory -> {
            assertThat(memory.leftOut().rules())
                    .hasSize(Rule.values().length - FEW.size())
                    .contains("PROC-2");
            assertThat(memory.leftOut().mutants()).isNotEmpty();
        });
        assertThat(report.conclusions().situations())
                .flatExtracting(SituationRow::cells)
                .extracting(SituationRow.Cell::status)
                .containsOnly(SituationRow.SituationStatus.NOT_RUN);
        assertThat(Files.readString(directory.resolve("index.html"))).contains("id=\"left-out\"", report.rest());
        assertThat(out.toString()).contains("left out: ", report.rest());
    }

    @Test
    void an_existing_server_must_be_named_by_a_uri_and_no_password_is_repeated() {
        assertThat(run(MEMORY, "--redis", "http://u:geheim@host")).isEqualTo(2);
        assertThat(run(MEMORY, "--redis", "redis:u:geheim@host")).isEqualTo(2);
        assertThat(run(MEMORY, "--zookeeper", "zookeeper://u:geheim@host/a?tls=true"))
                .isEqualTo(2);
        assertThat(run(MEMORY, "--jdbc", "jdbc:oracle:thin:u/geheim@host")).isEqualTo(2);
        assertThat(run(MEMORY, "--jdbc", "jdbc:mysql://host/a?password=geheim&interlock.mode=row-lock"))
                .isEqualTo(2);
        assertThat(run(MEMORY, "--reddis", "redis://u:geheim@host")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--redis: ", "--zookeeper: ", "--jdbc: ", "Unknown option")
                .doesNotContain("geheim");
    }

    @Test
    void a_broken_rule_gives_1() {
        int exit = run(List.of(new BrokenUnderTest()), "--out", directory.toString());
        assertThat(exit).isEqualTo(1);
        assertThat(out.toString()).contains("FAILED", "is broken on broken");
    }

    @Test
    void a_missing_server_gives_1_only_if_asked_for() {
        List<BackendUnderTest> both = List.of(new MemoryUnderTest(), new MissingUnderTest());
        assertThat(run(both, "--out", directory.toString())).isZero();
        assertThat(out.toString()).contains("missing was not run: nothing on the path");
        assertThat(run(both, "--stores", "missing", "--out", directory.toString()))
                .isEqualTo(1);
    }

    @Test
    void a_wrong_command_line_gives_2() throws IOException {
        assertThat(run(MEMORY, "--stores", "etcd")).isEqualTo(2);
        assertThat(err.toString()).contains("--stores must name some of [memory] but had 'etcd'");
        assertThat(run(MEMORY, "--fast")).isEqualTo(2);
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(run(MEMORY, "--out", file.toString())).isEqualTo(2);
    }

    @Test
    void help_and_version_give_0() {
        assertThat(run(MEMORY, "--help")).isZero();
        assertThat(run(MEMORY, "--version")).isZero();
        assertThat(out.toString()).contains("--stores", "Exit codes", "Interlock comparison report");
    }

    private int run(List<BackendUnderTest> backends, String... arguments) {
        return Main.commandLine(new Main(backends, MainTest::cut))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private static Scope cut(Scope all) {
        return new Scope(FEW, mutant -> FEW.containsAll(mutant.killedBy()), any -> true, TinyBudget.VALUE);
    }

    /** Memory, after something else. */
    private record WaitingUnderTest(Runnable before) implements BackendUnderTest {

        @Override
        public String name() {
            return "waiting";
        }

        @Override
        public RunningBackend open() throws NoServerException {
            before.run();
            return new MemoryUnderTest().open();
        }
    }

    private static final class MissingUnderTest implements BackendUnderTest {

        @Override
        public String name() {
            return "missing";
        }

        @Override
        public RunningBackend open() throws NoServerException {
            throw new NoServerException("nothing on the path");
        }
    }
}
