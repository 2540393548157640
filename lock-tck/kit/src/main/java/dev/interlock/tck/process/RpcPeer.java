// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * One end of a connection between two processes that ask each other in lines. Each end may have several open questions.
 * The ends differ only in the kinds of line that they send. Thread-safe.
 */
final class RpcPeer {

    private final MessageLine.Kind asks;
    private final MessageLine.Kind answers;
    private final PrintStream out;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<List<String>>> open = new ConcurrentHashMap<>();
    private volatile boolean over;

    private RpcPeer(MessageLine.Kind asks, MessageLine.Kind answers, OutputStream out) {
        this.asks = asks;
        this.answers = answers;
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
    }

    /** The end that sends commands. */
    static RpcPeer commanding(OutputStream toChild) {
        return new RpcPeer(MessageLine.Kind.COMMAND, MessageLine.Kind.ANSWER, toChild);
    }

    /** The end that carries commands out. */
    static RpcPeer commanded(OutputStream toParent) {
        return new RpcPeer(MessageLine.Kind.QUESTION, MessageLine.Kind.RESULT, toParent);
    }

    /**
     * Asks a question. The answer completes the future, and the end of the other process completes it exceptionally.
     */
    CompletableFuture<List<String>> ask(String... words) {
        long number = numbers.incrementAndGet();
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        open.put(number, answer);
        out.println(new MessageLine(asks, number, words));
        if (over) {
            fail();
        }
        return answer;
    }

    void answer(long number, String... words) {
        out.println(new MessageLine(answers, number, words));
    }

    /**
     * Reads until the other side ends. Answers complete their questions. Questions go to the listener, one after the
     * other; while the listener blocks, nothing is read.
     */
    void listen(InputStream in, BiConsumer<Long, List<String>> questions) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                MessageLine line = MessageLine.parse(text);
                if (isQuestion(line.kind())) {
                    questions.accept(line.number(), line.words());
                } else {
                    CompletableFuture<List<String>> asked = open.remove(line.number());
                    if (asked != null) {
                        asked.complete(line.words());
                    }
                }
            }
        } finally {
            over = true;
            fail();
        }
    }

    /** Whether a line is a question to this end. Each end sends one kind of question and gets the other kind. */
    private boolean isQuestion(MessageLine.Kind kind) {
        return kind == (asks == MessageLine.Kind.COMMAND ? MessageLine.Kind.QUESTION : MessageLine.Kind.COMMAND);
    }

    private void fail() {
        for (Long number : List.copyOf(open.keySet())) {
            CompletableFuture<List<String>> asked = open.remove(number);
            if (asked != null) {
                asked.completeExceptionally(new ProcessEndedException());
            }
        }
    }
}
