// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.report.contention.round.ContenderMain;
import dev.interlock.report.contention.round.RoundOrder;
import dev.interlock.report.contention.round.RoundShare;
import dev.interlock.report.contention.round.Setup;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A JVM with one client of one contender, which ends with this JVM. Used by one thread. */
final class ClientJvm implements AutoCloseable {

    /**
     * A start takes a few seconds; this limit also suits a machine that is ten times slower, and a wait of a minute.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(130);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final TalkingJvm jvm;
    private final BlockingQueue<String> lines;

    private ClientJvm(String name, TalkingJvm jvm, BlockingQueue<String> lines) {
        this.name = name;
        this.jvm = jvm;
        this.lines = lines;
    }

    /** Starts the JVM; its client is open once it is {@linkplain #awaitReady ready}. */
    static ClientJvm start(Setup setup) {
        String name = setup.contender() + " " + (setup.jvm() + 1);
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        ClientJvm client = new ClientJvm(name, TalkingJvm.start(name, ContenderMain.class, lines::add), lines);
        client.jvm.send(json(setup));
        return client;
    }

    void awaitReady() throws InterruptedException {
        String answer = answer(PATIENCE);
        if (!RoundShare.READY.equals(answer)) {
            throw new IllegalStateException(name + " should be ready but said " + answer);
        }
    }

    void order(RoundOrder order) {
        jvm.send(json(order));
    }

    void go() {
        jvm.send(RoundShare.GO);
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
        if (line.equals(TalkingJvm.ENDED)) {
            throw new IllegalStateException(name + " ended; its log ends:\n" + jvm.logTail());
        }
        return line;
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills the JVM: its holds end with their leases, and each run uses names of its own. */
    @Override
    public void close() {
        jvm.close();
    }
}
