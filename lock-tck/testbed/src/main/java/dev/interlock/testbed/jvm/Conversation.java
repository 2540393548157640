// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One end of a conversation between two processes in lines of text. Both ends ask, answer and report, and each may have
 * several open questions. A message consists of words with any content. Thread-safe.
 */
public final class Conversation {

    /** The first word of a line. The second is the number of the question, which the end that asks counts. */
    private enum Kind {
        QUESTION,
        ANSWER,
        FAILURE,
        REPORT
    }

    /** Receives what the other end sends, on the thread that reads: while a method runs, nothing is read. */
    @FunctionalInterface
    public interface Listener {

        /**
         * Answers a question, now or later, on this or another thread.
         *
         * @param question the question
         * @throws Exception if the question failed, which is reported to the other end
         */
        void asked(Question question) throws Exception;

        /**
         * Receives a report, which has no answer.
         *
         * @param words the report
         */
        default void told(List<String> words) {
            throw new IllegalStateException("reports are not expected: " + words);
        }
    }

    private final PrintStream out;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<List<String>>> open = new ConcurrentHashMap<>();
    private volatile @Nullable ConversationEndedException end;

    /**
     * Begins a conversation; {@link #listen} receives what the other end sends.
     *
     * @param out to the other end
     */
    public Conversation(OutputStream out) {
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
    }

    /**
     * Asks the other end a question.
     *
     * @param words the question
     * @return completes with the answer, or exceptionally with a {@link RequestFailedException} if the other end could
     *     not answer and a {@link ConversationEndedException} if it ended
     */
    public CompletableFuture<List<String>> ask(String... words) {
        long number = numbers.incrementAndGet();
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        open.put(number, answer);
        send(Kind.QUESTION, number, Stream.of(words));
        ConversationEndedException ended = end;
        if (ended != null) {
            fail(ended);
        }
        return answer;
    }

    /**
     * Reports something that needs no answer. Reports and answers arrive in the order in which they were sent.
     *
     * @param words the report
     */
    public void tell(String... words) {
        send(Kind.REPORT, 0, Stream.of(words));
    }

    private void send(Kind kind, long number, Stream<String> words) {
        String encoded = words.map(word -> " " + URLEncoder.encode(word, StandardCharsets.UTF_8))
                .collect(Collectors.joining());
        out.println(kind + " " + number + encoded);
    }

    /** Whether the other end has ended: it answers no more. */
    boolean isOver() {
        return end != null;
    }

    /**
     * Reads until the other end closes its output; then all open questions end exceptionally.
     *
     * @param in from the other end
     * @param listener receives questions and reports
     * @throws IOException if the connection broke, or the other end does not speak this protocol
     */
    public void listen(InputStream in, Listener listener) throws IOException {
        @Nullable Exception cause = null;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                receive(line, listener);
            }
        } catch (IOException | RuntimeException e) {
            cause = e;
            throw e;
        } finally {
            ConversationEndedException ended = new ConversationEndedException(cause);
            end = ended;
            fail(ended);
        }
    }

    private void receive(String line, Listener listener) throws IOException {
        String[] parts = line.split(" ", -1);
        Kind kind;
        long number;
        try {
            kind = Kind.valueOf(parts[0]);
            number = Long.parseLong(parts[1]);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("not a line of the protocol: '" + line + "'", e);
        }
        List<String> words = Stream.of(parts)
                .skip(2)
                .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
                .toList();
        switch (kind) {
            case QUESTION -> {
                Question question = new Question(number, words);
                try {
                    listener.asked(question);
                } catch (Exception e) {
                    question.fail(e);
                }
            }
            case REPORT -> listener.told(words);
            case ANSWER -> asked(number).complete(words);
            case FAILURE -> asked(number).completeExceptionally(new RequestFailedException(words.get(0)));
        }
    }

    private CompletableFuture<List<String>> asked(long number) throws IOException {
        CompletableFuture<List<String>> answer = open.remove(number);
        if (answer == null) {
            throw new IOException("an answer to no open question: " + number);
        }
        return answer;
    }

    private void fail(ConversationEndedException ended) {
        for (Long number : List.copyOf(open.keySet())) {
            CompletableFuture<List<String>> asked = open.remove(number);
            if (asked != null) {
                asked.completeExceptionally(ended);
            }
        }
    }

    /** A question of the other end, to be answered once. */
    public final class Question {

        private final long number;
        private final List<String> words;

        private Question(long number, List<String> words) {
            this.number = number;
            this.words = words;
        }

        /**
         * The question.
         *
         * @return its words
         */
        public List<String> words() {
            return words;
        }

        /**
         * A word of the question.
         *
         * @param index from 0
         * @return the word
         */
        public String word(int index) {
            return words.get(index);
        }

        /**
         * Answers.
         *
         * @param answer the words of the answer
         */
        public void answer(String... answer) {
            send(Kind.ANSWER, number, Stream.of(answer));
        }

        /**
         * Reports that there is no answer.
         *
         * @param failure the reason
         */
        public void fail(Throwable failure) {
            send(Kind.FAILURE, number, Stream.of(failure.toString()));
        }
    }
}
