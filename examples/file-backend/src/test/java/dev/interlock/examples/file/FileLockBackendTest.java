// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cases that the kit cannot know: failures of files, and their outcomes. */
class FileLockBackendTest {

    private static final LockName NAME = new LockName("orders");
    private static final Duration LEASE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private LockBackend backend;
    private Attempt attempt;

    @BeforeEach
    void start() {
        backend = started(directory);
        attempt = Attempt.of(NAME, AttemptId.random(), LEASE, 1, null);
    }

    @Test
    void a_file_that_others_keep_is_refused_within_bounds_and_may_be_free_later() throws Exception {
        Grant grant = granted();
        try (FileChannel others = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            others.lock();
            Refused refused = refused(true);
            assertThat(refused.cause()).hasMessageContaining("others had orders.lock for 100 ms");
            assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Unknown.class);
            assertThat(backend.release(attempt)).isInstanceOf(ReleaseOutcome.Unknown.class);
            assertThatThrownBy(() -> backend.inspect(NAME)).isInstanceOf(LockUnavailableException.class);
        }
        assertThat(backend.release(attempt)).isInstanceOf(ReleaseOutcome.Released.class);
    }

    @Test
    void a_damaged_file_is_refused_with_the_way_out() throws Exception {
        Files.write(file(), new byte[FileRecord.BYTES]);
        assertThat(refused(false).cause())
                .hasMessageContainingAll("'orders' not acquired", backend.store(), file().toString(), "delete it");
        assertThatThrownBy(() -> backend.inspect(NAME)).isInstanceOf(LockUnavailableException.class);
    }

    @Test
    void a_directory_that_went_away_is_refused() throws Exception {
        try (var files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
        refused(false);
        assertThatThrownBy(() -> backend.inspect(NAME)).isInstanceOf(LockUnavailableException.class);
    }

    /** The device of Linux that is always full replaces the file. */
    @Test
    void a_write_that_fails_is_unknown() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "no /dev/full here");
        Files.createSymbolicLink(file(), full);
        assertThat(backend.tryAcquire(attempt)).isInstanceOf(AcquireOutcome.Unknown.class);
        Files.delete(file());
    }

    @Test
    void an_interrupt_does_not_reach_the_store() {
        Thread.currentThread().interrupt();
        Grant grant = granted();
        RenewOutcome renewed = backend.renew(grant, LEASE);
        ReleaseOutcome released = backend.release(attempt);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(renewed).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(released).isInstanceOf(ReleaseOutcome.Released.class);
    }

    @Test
    void looking_at_a_lock_makes_no_file() {
        assertThat(backend.inspect(NAME)).isEmpty();
        assertThat(file()).doesNotExist();
    }

    @Test
    void a_directory_behind_a_link_is_the_same_store() throws Exception {
        Path link = directory.resolve("link");
        LockBackend other = started(Files.createSymbolicLink(link, directory));
        granted();
        assertThat(other.inspect(NAME)).isPresent();
    }

    @Test
    void a_store_without_a_directory_does_not_start() {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> started(missing))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContainingAll("a directory that this user can read and write", "files in " + missing);
    }

    private Grant granted() {
        return ((Granted) backend.tryAcquire(attempt)).grant();
    }

    private Refused refused(boolean retryable) {
        Refused refused = (Refused) backend.tryAcquire(attempt);
        assertThat(refused.retryable()).as(refused.cause().getMessage()).isEqualTo(retryable);
        return refused;
    }

    private Path file() {
        return directory.resolve(FileNames.of(NAME));
    }

    private static LockBackend started(Path directory) {
        LockBackend started = new FileLockBackend(directory, Duration.ofMillis(100), InstantSource.system());
        started.start(new StandaloneContext());
        return started;
    }
}
