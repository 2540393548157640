// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The result of a short program that has run to its end.
 *
 * @param exitCode its exit code
 * @param output its output on both streams, trimmed
 */
public record ShortCommand(int exitCode, String output) {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    public static ShortCommand run(String... command) throws IOException {
        return run(LIMIT, List.of(command));
    }

    public static ShortCommand run(Duration limit, List<String> command) throws IOException {
        Path printed = Files.createTempFile("interlock-command-", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new IOException(command.get(0) + " did not end within " + limit.toSeconds() + " s");
            }
            return new ShortCommand(
                    process.exitValue(), new String(Files.readAllBytes(printed), StandardCharsets.UTF_8).trim());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.get(0) + " ran", e);
        } finally {
            Files.delete(printed);
        }
    }

    public boolean succeeded() {
        return exitCode == 0;
    }
}
