// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.report.contention.round.ContenderMain;
import dev.interlock.report.contention.round.RoundOrder;
import dev.interlock.report.contention.round.RoundShare;
import dev.interlock.report.contention.round.Setup;
import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A JVM with one client of one contender, which does not outlive this one. Used by one thread.
 */
final class ClientJvm implements AutoCloseable {

    /** A start is a few seconds; this stands a machine that is ten times slower, and whoever waits for a minute. */
    private static final Duration PATIENCE = Duration.ofSeconds(130);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ENDED = "";

    private final String name;
    private final ChildProcess process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ClientJvm(String name, ChildProcess process) {
        this.name = name;
        this.process = process;
    }

    /** Starts it; its client is open once it is {@linkplain #awaitReady ready}. */
    static ClientJvm start(Setup setup) {
        Path directory = RunDirectory.ofThisJvm().create("contender");
        List<String> arguments = List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Dlogback.configurationFile=contention-logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                ContenderMain.class.getName());
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String name = setup.contender() + " " + (setup.jvm() + 1);
        ClientJvm jvm = new ClientJvm(name, ChildProcess.startTalking(java, arguments, directory));
        Thread reader = new Thread(jvm::read, "answers of " + name);
        reader.setDaemon(true);
        reader.start();
        jvm.send(json(setup));
        return jvm;
    }

    private void read() {
        try (BufferedReader answers =
                new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))) {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add(ENDED);
        }
        lines.add(ENDED);
    }

    void awaitReady() throws InterruptedException {
        String answer = answer(PATIENCE);
        if (!RoundShare.READY.equals(answer)) {
            throw new IllegalStateException(name + " should be ready but said " + answer);
        }
    }

    void order(RoundOrder order) {
        send(json(order));
    }

    void go() {
        send(RoundShare.GO);
    }

    RoundShare share(Duration length) throws InterruptedException {
        try {
            return JSON.readValue(answer(PATIENCE.plus(length)), RoundShare.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(name + " sent no results: " + e.getOriginalMessage(), e);
        }
    }

    private String answer(Duration limit) throws InterruptedException {
        @Nullable String line = lines.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new IllegalStateException(name + " did not answer within " + limit.toSeconds() + " s");
        }
        if (line.equals(ENDED)) {
            throw new IllegalStateException(name + " ended; its log ends:\n" + process.logTail(10));
        }
        return line;
    }

    private void send(String line) {
        try {
            process.input().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.input().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not listen; its log ends:\n" + process.logTail(10), e);
        }
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills it: what it holds ends with its lease, and the names of a run are its own. */
    @Override
    public void close() {
        process.kill();
    }
}
