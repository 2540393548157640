// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The path is known beforehand and lies where every user may write: what others prepare there must not be used. */
class RunDirectoryTest {

    @TempDir
    private Path directory;

    private Path root;
    private Process bystander;

    /** A process of ours that has nothing to do with any server. */
    @BeforeEach
    void startBystander() throws IOException {
        root = directory.resolve("interlock-servers-me");
        List<Path> cats = Executables.onPath(System.getenv(), "cat").toList();
        assumeTrue(!cats.isEmpty(), "no program to stand by");
        bystander = new ProcessBuilder(cats.get(0).toRealPath().toString()).start();
    }

    @AfterEach
    void endBystander() {
        if (bystander != null) {
            bystander.destroyForcibly();
        }
    }

    /** What a JVM that is gone would have left: a server that still runs. It claims the bystander. */
    private void plantRun(Path run) throws IOException {
        Path server = Files.createDirectories(run.resolve("redis-1"));
        Path program = Path.of(bystander.info().command().orElseThrow());
        PidFile.write(server, List.of(bystander.toHandle()), program);
    }

    private void assertRefused(String reason) {
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> RunDirectory.open(root))
                .withMessageContaining(root.toString())
                .withMessageContaining(reason)
                .withMessageContaining("java.io.tmpdir");
    }

    private static List<Path> in(Path path) throws IOException {
        try (Stream<Path> children = Files.list(path)) {
            return children.toList();
        }
    }

    @Test
    void is_closed_to_all_other_users() throws IOException {
        RunDirectory run = RunDirectory.open(root);
        ForeignDirectory.assertOnlyOurs(root);
        ForeignDirectory.assertOnlyOurs(run.create("redis"));
        run.delete();
    }

    @Test
    void a_directory_of_ours_that_others_could_read_is_closed() throws IOException {
        ForeignDirectory.permit(Files.createDirectory(root), "rwxr-xr-x");

        RunDirectory.open(root).delete();

        ForeignDirectory.assertOnlyOurs(root);
    }

    @Test
    void the_remains_of_a_dead_jvm_of_ours_are_swept() throws IOException {
        plantRun(root.resolve("run-0-left"));

        RunDirectory.open(root).delete();

        assertThat(bystander.onExit().join().isAlive()).isFalse();
        assertThat(root.resolve("run-0-left")).doesNotExist();
    }

    @Test
    void another_users_directory_is_refused_and_none_of_our_processes_is_killed() throws IOException {
        plantRun(root.resolve("run-0-planted"));
        ForeignDirectory.permit(root, "rwxr-xr-x");
        ForeignDirectory.giveAway(root);

        assertRefused("belongs to");

        assertThat(bystander.isAlive()).isTrue();
        assertThat(in(root)).containsExactly(root.resolve("run-0-planted"));
    }

    @Test
    void a_directory_that_others_can_write_to_is_refused_and_none_of_our_processes_is_killed() throws IOException {
        plantRun(root.resolve("run-0-planted"));
        ForeignDirectory.permit(root, "rwxrwxrwx");

        assertRefused("rwxrwxrwx");

        assertThat(bystander.isAlive()).isTrue();
        assertThat(in(root)).containsExactly(root.resolve("run-0-planted"));
    }

    @Test
    void a_link_in_its_place_is_refused_and_nothing_is_written_behind_it() throws IOException {
        Path elsewhere = ForeignDirectory.permit(Files.createDirectory(directory.resolve("elsewhere")), "rwx------");
        Files.createSymbolicLink(root, elsewhere);

        assertRefused("link");

        assertThat(in(elsewhere)).isEmpty();
    }

    @Test
    void a_file_in_its_place_is_refused() throws IOException {
        Files.createFile(root);

        assertRefused("no directory");
    }

    @Test
    void a_sweep_follows_no_link() throws IOException {
        Path elsewhere = directory.resolve("elsewhere");
        plantRun(elsewhere);
        ForeignDirectory.permit(Files.createDirectory(root), "rwx------");
        Files.createSymbolicLink(root.resolve("run-0-planted"), elsewhere);

        RunDirectory.open(root).delete();

        assertThat(bystander.isAlive()).isTrue();
        assertThat(in(elsewhere)).containsExactly(elsewhere.resolve("redis-1"));
    }

    @Test
    void the_lock_of_a_run_is_not_opened_through_a_link() throws IOException {
        Path victim = directory.resolve("victim");
        plantRun(root.resolve("run-0-planted"));
        ForeignDirectory.permit(root, "rwx------");
        Files.createSymbolicLink(root.resolve("run-0-planted").resolve("alive"), victim);

        RunDirectory.open(root).delete();

        assertThat(victim).doesNotExist();
        assertThat(bystander.isAlive()).isTrue();
    }
}
