// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** If a process dies at any place of a write, the previous record counts. */
class LockFileTest {

    private static final String NAME = "orders/42";
    private static final Attempt ATTEMPT =
            Attempt.of(new LockName(NAME), new AttemptId(-1, -1), Duration.ofSeconds(1), 3, "till-7");

    /** The life of a lock; each step begins where the previous one ended. */
    private static final List<UnaryOperator<FileRecord>> STEPS = List.of(
            record -> record.granted(ATTEMPT, 1_000),
            record -> record.renewed(2_000),
            FileRecord::released,
            record -> record.granted(ATTEMPT, 3_000));

    @TempDir
    private Path directory;

    private FileStoreHooks hooks;
    private Path path;

    @BeforeEach
    void name_the_file() {
        hooks = new FileStoreHooks(directory);
        path = hooks.path(NAME);
    }

    @Test
    void a_torn_write_leaves_the_record_before_it() throws Exception {
        byte[] before = new byte[0];
        FileRecord old = FileRecord.unused(NAME);
        for (UnaryOperator<FileRecord> step : STEPS) {
            Files.write(path, before);
            FileRecord next = hooks.change(NAME, step);
            byte[] after = Files.readAllBytes(path);
            int start = (int) (next.sequence() % 2) * FileRecord.BYTES;
            for (int cut = start; cut <= start + FileRecord.BYTES; cut = cut < start + 200 ? cut + 1 : 2 * cut) {
                byte[] torn = Arrays.copyOf(before, Math.max(before.length, cut));
                System.arraycopy(after, start, torn, start, cut - start);
                Files.write(path, torn);
                // The record ends in zeros: without them it is still complete.
                boolean whole = Arrays.equals(Arrays.copyOf(torn, after.length), after);
                assertThat(read(NAME)).as("cut at %d, %s", cut, next).isEqualTo(whole ? next : old);
            }
            before = after;
            old = next;
        }
    }

    @Test
    void each_record_says_all_of_the_lock() throws Exception {
        hooks.change(NAME, STEPS.get(0));
        assertThat(read(NAME)).isEqualTo(new FileRecord(NAME, 0, ATTEMPT.id(), 1, 3, 1_000, "till-7"));
        hooks.change(NAME, STEPS.get(1));
        assertThat(read(NAME)).isEqualTo(new FileRecord(NAME, 1, ATTEMPT.id(), 1, 3, 2_000, "till-7"));
        hooks.change(NAME, STEPS.get(2));
        assertThat(read(NAME)).isEqualTo(new FileRecord(NAME, 2, null, 1, 3, 0, null));
        hooks.change(NAME, STEPS.get(3));
        assertThat(read(NAME)).isEqualTo(new FileRecord(NAME, 3, ATTEMPT.id(), 4, 6, 3_000, "till-7"));
    }

    @Test
    void a_file_without_a_whole_record_is_not_a_free_lock() throws Exception {
        hooks.change(NAME, STEPS.get(0));
        byte[] bytes = Files.readAllBytes(path);
        bytes[100] ^= 1;
        Files.write(path, bytes);
        assertThatIOException().isThrownBy(() -> read(NAME)).withMessageContaining(path + " holds no whole record");
    }

    @Test
    void the_file_of_another_lock_is_refused() throws Exception {
        hooks.change(NAME, STEPS.get(0));
        Files.move(path, hooks.path("orders/43"));
        assertThatIOException().isThrownBy(() -> read("orders/43")).withMessageContaining("belongs to 'orders/42'");
    }

    private FileRecord read(String name) throws IOException, TimeoutException {
        try (LockFile file = hooks.files().open(FileNames.of(new LockName(name)))) {
            return file.read(name);
        }
    }
}
