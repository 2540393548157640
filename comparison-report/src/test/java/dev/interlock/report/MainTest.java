// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.MemoryUnderTest;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Status;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.run.Scope;
import dev.interlock.tck.Rule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class MainTest {

    private static final Set<Rule> FEW = EnumSet.of(Rule.ACQ_1, Rule.ACQ_3, Rule.REL_1, Rule.TOK_1);
    private static final List<BackendUnderTest> MEMORY = List.of(new MemoryUnderTest());

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void a_quick_run_in_memory_writes_page_and_data() throws IOException {
        int exit = run(MEMORY, "--quick", "--backends", "memory", "--out", directory.toString());
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
        assertThat(Files.readString(directory.resolve("index.html"))).contains("id=\"ACQ-1\"", "quick run");
    }

    @Test
    void progress_and_summary_are_printed() throws IOException {
        run(MEMORY, "--quick", "--out", directory.toString());
        assertThat(out.toString())
                .contains("memory: rules 1/4", "memory: rules 4/4", "memory: measurements 2/2")
                .contains(
                        "rules passed",
                        directory.toRealPath().resolve("index.html").toString());
    }

    @Test
    void a_page_is_rendered_again_without_a_run_and_compared_with_another() throws IOException {
        Path first = Files.createDirectory(directory.resolve("first"));
        run(MEMORY, "--quick", "--out", first.toString());
        run(List.of(new BrokenUnderTest()), "--quick", "--out", directory.toString());
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
    void a_broken_rule_gives_1() {
        int exit = run(List.of(new BrokenUnderTest()), "--quick", "--out", directory.toString());
        assertThat(exit).isEqualTo(1);
        assertThat(out.toString()).contains("FAILED", "is broken on broken");
    }

    @Test
    void a_missing_server_gives_1_only_if_asked_for() {
        List<BackendUnderTest> both = List.of(new MemoryUnderTest(), new MissingUnderTest());
        assertThat(run(both, "--quick", "--out", directory.toString())).isZero();
        assertThat(out.toString()).contains("missing was not run: nothing on the path");
        assertThat(run(both, "--quick", "--backends", "missing", "--out", directory.toString()))
                .isEqualTo(1);
    }

    @Test
    void a_wrong_command_line_gives_2() throws IOException {
        assertThat(run(MEMORY, "--backends", "etcd")).isEqualTo(2);
        assertThat(err.toString()).contains("--backends must name some of [memory] but had 'etcd'");
        assertThat(run(MEMORY, "--fast")).isEqualTo(2);
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(run(MEMORY, "--out", file.toString())).isEqualTo(2);
    }

    @Test
    void help_and_version_give_0() {
        assertThat(run(MEMORY, "--help")).isZero();
        assertThat(run(MEMORY, "--version")).isZero();
        assertThat(out.toString()).contains("--backends", "--quick", "Exit codes", "Interlock comparison report");
    }

    private int run(List<BackendUnderTest> backends, String... arguments) {
        return new CommandLine(new Main(backends, MainTest::cut))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private static Scope cut(Scope all) {
        return new Scope(FEW, mutant -> FEW.containsAll(mutant.killedBy()), TinyBudget.VALUE);
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
