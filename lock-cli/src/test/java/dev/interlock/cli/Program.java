// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The built jar as a process, as users start it. */
final class Program implements AutoCloseable {

    private static final long LIMIT_SECONDS = 120;

    private final Process process;
    private final Path out;
    private final Path error;

    private Program(Process process, Path out, Path error) {
        this.process = process;
        this.out = out;
        this.error = error;
    }

    /** What a process left when it had ended. */
    record Result(int exitCode, String out, String error) {}

    static Program start(String store, String... arguments) {
        try {
            // Signals that the parent ignores, as below nohup, are ignored by its children, and cannot be tested.
            List<String> command = new ArrayList<>(List.of(
                    "env",
                    "--default-signal",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-jar",
                    System.getProperty("interlock.cli.jar")));
            command.addAll(List.of(arguments));
            Path streams = Files.createTempDirectory(Path.of("target"), "program-");
            Path out = streams.resolve("out");
            Path error = streams.resolve("err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(error.toFile());
            builder.environment().put("INTERLOCK_STORE", store);
            return new Program(builder.start(), out, error);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Result run(String store, String... arguments) {
        try (Program program = start(store, arguments)) {
            return program.typed("");
        }
    }

    /** Types a text, ends the input, and waits for the end. */
    Result typed(String text) {
        try (var input = process.getOutputStream()) {
            input.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It has ended without reading.
        }
        return end();
    }

    Result end() {
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("ends; %s", error())
                    .isTrue();
            return new Result(process.exitValue(), out(), error());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String out() {
        return text(out);
    }

    String error() {
        return text(error);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void signal(String name) {
        try {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
