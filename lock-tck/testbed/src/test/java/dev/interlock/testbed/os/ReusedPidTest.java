// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Ids of processes come round again, soon where there are few of them: a soak starts hundreds. */
@Isolated("other starts take the id that is next")
class ReusedPidTest {

    /** The id that was given out last; only root may set it. */
    private static final Path LAST_PID = Path.of("/proc/sys/kernel/ns_last_pid");

    private static final Path SLEEP = Path.of("/bin/sleep");

    @TempDir
    Path first;

    @TempDir
    Path second;

    @Test
    void a_kill_of_an_ended_process_neither_waits_for_nor_touches_the_process_that_has_its_id_now() throws Exception {
        ChildProcess ended = ChildProcess.start(List.of(), SLEEP, List.of("600"), first);
        ended.kill();
        Process stranger = withPid(ended.pid());
        try {
            CompletableFuture.runAsync(ended::kill).get(20, TimeUnit.SECONDS);
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    private static Process withPid(long pid) throws Exception {
        assumeTrue(Files.isWritable(LAST_PID), "only root can say which id the next process gets");
        for (int i = 0; i < 1_000; i++) {
            setLast(pid);
            Process process = new ProcessBuilder(SLEEP.toString(), "600").start();
            if (process.pid() == pid) {
                return process;
            }
            process.destroyForcibly();
        }
        throw new AssertionError("no process got the id " + pid);
    }

    private static void setLast(long pid) {
        try {
            Files.writeString(LAST_PID, Long.toString(pid - 1));
        } catch (IOException e) {
            assumeTrue(false, "only root can say which id the next process gets: " + e);
        }
    }
}
