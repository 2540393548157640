// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that serve in a directory, in three lines each: process id, executable and start time. The process id
 * alone proves nothing, since it may belong to another process by now; a process is ours if its executable and its
 * start time agree too. (Its arguments are no proof: Redis overwrites them with a title.)
 */
public final class PidFile {

    private static final Logger LOG = LoggerFactory.getLogger(PidFile.class);
    private static final String NAME = "server.pid";
    private static final int LINES = 3;

    /** Start times are counted from the boot time, which each JVM rounds to seconds for itself. */
    private static final Duration START_TOLERANCE = Duration.ofSeconds(2);

    private PidFile() {}

    /** Replaces the previous content. */
    public static void write(Path serverDirectory, List<ProcessHandle> processes, Path executable) throws IOException {
        List<String> lines = new ArrayList<>();
        for (ProcessHandle process : processes) {
            lines.add(Long.toString(process.pid()));
            lines.add(executable.toRealPath().toString());
            lines.add(process.info().startInstant().orElse(Instant.EPOCH).toString());
        }
        Files.write(serverDirectory.resolve(NAME), lines);
    }

    /** Kills the processes that serve in a directory of a dead JVM, if they still run and match their entries. */
    static void killLeftOver(Path serverDirectory) throws IOException {
        Path file = serverDirectory.resolve(NAME);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i + LINES <= lines.size(); i += LINES) {
            kill(lines.subList(i, i + LINES));
        }
    }

    private static void kill(List<String> lines) {
        Optional<ProcessHandle> leftOver =
                ProcessHandle.of(Long.parseLong(lines.get(0))).filter(process -> isSame(process, lines));
        leftOver.ifPresent(process -> {
            LOG.warn("killing {} (process {}), left over by a JVM that was killed", lines.get(1), process.pid());
            process.destroyForcibly();
        });
    }

    private static boolean isSame(ProcessHandle process, List<String> lines) {
        Instant started = Instant.parse(lines.get(2));
        return process.info().command().filter(lines.get(1)::equals).isPresent()
                && process.info()
                        .startInstant()
                        .map(start -> Duration.between(started, start).abs())
                        .filter(difference -> difference.compareTo(START_TOLERANCE) <= 0)
                        .isPresent();
    }
}
