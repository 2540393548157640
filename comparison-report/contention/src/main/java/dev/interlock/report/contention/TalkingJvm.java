// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * A JVM with the class path of this one, which ends with this one. It reads lines and answers with lines. Used by one
 * thread, besides the thread that receives the answers.
 */
public final class TalkingJvm implements AutoCloseable {

    /** The last answer, once the JVM has ended. */
    public static final String ENDED = "";

    private final String name;
    private final ChildProcess process;

    private TalkingJvm(String name, ChildProcess process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Starts the JVM.
     *
     * @param name for messages
     * @param main the class that it runs
     * @param answers receives each line in a thread of its own, and at last {@link #ENDED}
     * @return the JVM
     */
    public static TalkingJvm start(String name, Class<?> main, Consumer<String> answers) {
        Path directory = RunDirectory.ofThisJvm().create("contender");
        List<String> arguments = List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Dlogback.configurationFile=contention-logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName());
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        TalkingJvm jvm = new TalkingJvm(name, ChildProcess.startTalking(java, arguments, directory));
        Thread reader = new Thread(() -> jvm.read(answers), "answers of " + name);
        reader.setDaemon(true);
        reader.start();
        return jvm;
    }

    private void read(Consumer<String> answers) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.accept(line);
            }
        } catch (IOException e) {
            answers.accept(ENDED);
            return;
        }
        answers.accept(ENDED);
    }

    /**
     * Sends a line to the JVM.
     *
     * @param line without a line end
     * @throws UncheckedIOException if the JVM no longer reads
     */
    public void send(String line) {
        try {
            process.input().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.input().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not listen; its log ends:\n" + logTail(), e);
        }
    }

    /** {@return the last lines of its log} */
    public String logTail() {
        return process.logTail(10);
    }

    /** Stops the JVM (SIGSTOP). */
    public void freeze() {
        process.freeze();
    }

    /** Lets the JVM continue (SIGCONT). */
    public void thaw() {
        process.thaw();
    }

    /** Kills the JVM (SIGKILL). */
    @Override
    public void close() {
        process.kill();
    }
}
