// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.jvm;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A JVM in conversation with this one, which can be frozen and killed. It does not outlive this JVM. Its standard error
 * goes to a log, whose end is part of each failure's message. Thread-safe.
 */
public final class ChildJvm implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ChildJvm.class);
    private static final int LOG_LINES = 20;

    private final String name;
    private final Path directory;
    private final ChildProcess process;
    private final Conversation conversation;

    private ChildJvm(String name, Path directory, ChildProcess process) {
        this.name = name;
        this.directory = directory;
        this.process = process;
        this.conversation = new Conversation(process.input());
    }

    /**
     * Starts a JVM that only answers.
     *
     * @param name for messages
     * @param program whose main class {@linkplain ParentJvm#connect connects} to this JVM
     * @param arguments of the program
     * @return the JVM; its first answer includes its start
     */
    public static ChildJvm start(String name, JavaProgram program, String... arguments) {
        return start(
                name,
                question -> {
                    throw new IllegalStateException("questions are not expected: " + question.words());
                },
                program,
                arguments);
    }

    /**
     * Starts a JVM.
     *
     * @param name for messages
     * @param listener receives the JVM's questions and reports, on a thread of its own
     * @param program whose main class {@linkplain ParentJvm#connect connects} to this JVM
     * @param arguments of the program
     * @return the JVM; its first answer includes its start
     */
    public static ChildJvm start(
            String name, Conversation.Listener listener, JavaProgram program, String... arguments) {
        Path directory = RunDirectory.ofThisJvm().create("jvm");
        ChildJvm child = new ChildJvm(name, directory, program.startTalking(directory, arguments));
        Thread reader = new Thread(() -> child.listen(listener), "answers of " + name);
        reader.setDaemon(true);
        reader.start();
        return child;
    }

    private void listen(Conversation.Listener listener) {
        try {
            conversation.listen(process.output(), listener);
        } catch (IOException e) {
            LOG.debug("the conversation with {} broke", name, e);
        }
    }

    /**
     * Asks the JVM a question; see {@link #answer} for a wait with a limit.
     *
     * @param words the question
     * @return completes as {@link Conversation#ask} says
     */
    public CompletableFuture<List<String>> ask(String... words) {
        return conversation.ask(words);
    }

    /**
     * Waits for an answer.
     *
     * @param limit of the wait
     * @param answer of {@link #ask}, or what follows from it
     * @param <T> the type of the answer
     * @return the answer
     * @throws IllegalStateException if the question failed, the JVM ended or did not answer within the limit, or this
     *     thread was interrupted
     */
    public <T> T answer(Duration limit, CompletableFuture<T> answer) {
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw failure(cause instanceof ConversationEndedException ? "ended" : "failed: " + cause.getMessage(), e);
        } catch (TimeoutException e) {
            throw failure("did not answer within " + limit.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("was not waited for any longer", e);
        }
    }

    private IllegalStateException failure(String what, Exception cause) {
        return new IllegalStateException(name + " " + what + "; its log ends:\n" + process.logTail(LOG_LINES), cause);
    }

    /** Whether the JVM runs and can be asked; true also if it is frozen. */
    public boolean isAlive() {
        return process.isAlive() && !conversation.isOver();
    }

    /** Freezes the JVM (SIGSTOP). When this method returns, none of its threads runs. */
    public void freeze() {
        process.freeze();
    }

    /** Lets the frozen JVM continue (SIGCONT). */
    public void thaw() {
        process.thaw();
    }

    /** Kills the JVM (SIGKILL), frozen or not. When this method returns, it is gone. */
    public void kill() {
        process.kill();
    }

    /**
     * Closes the input of the JVM and waits until it ends by itself.
     *
     * @throws IllegalStateException if it does not within 30 seconds
     */
    public void end() {
        try {
            process.input().close();
        } catch (IOException e) {
            LOG.debug("the input of {} could not be closed", name, e);
        }
        process.awaitEnd();
    }

    /** Kills the JVM if it still runs, and deletes its log. */
    @Override
    public void close() {
        process.kill();
        RunDirectory.deleteTree(directory);
    }
}
