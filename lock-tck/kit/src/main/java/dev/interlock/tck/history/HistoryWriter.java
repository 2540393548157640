// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Writes the events of one process to its own file. Each event is given to the operating system before the method
 * returns, so a killed process loses no written event; at most its last line is torn. Thread-safe.
 *
 * <p>The times make an operation's window wider, never narrower: {@link #invoke} returns before the request is sent,
 * and the end is written after the reply has come.
 */
public final class HistoryWriter implements AutoCloseable {

    /** The name of the process that injects faults. */
    public static final String NEMESIS = "nemesis";

    private final String process;
    /** Not a channel: an interrupted thread would close it for all others. */
    private final FileOutputStream file;

    private final AtomicLong ops = new AtomicLong();
    private final ReentrantLock lines = new ReentrantLock();

    private HistoryWriter(String process, FileOutputStream file) {
        this.process = process;
        this.file = file;
    }

    /**
     * Creates the file and writes its header.
     *
     * @param path a file that does not exist yet
     * @param process the name of this process, unique in the history; {@value #NEMESIS} for the process that injects
     *     faults
     * @return the writer, to be closed
     * @throws UncheckedIOException if the file exists or cannot be written
     */
    public static HistoryWriter create(Path path, String process) {
        try {
            Files.createFile(path);
            HistoryWriter writer = new HistoryWriter(process, new FileOutputStream(path.toFile(), true));
            writer.append(EventLine.HEADER);
            return writer;
        } catch (IOException e) {
            throw new UncheckedIOException("no history can be written to " + path, e);
        }
    }

    /**
     * Starts an operation, before its request is sent.
     *
     * @param action the request, or the fault that is about to be injected
     * @param lock the lock; empty for all
     * @param owner the attempt id; of a fault, its target: an owner, a process, or empty for all
     * @param promiseNanos the lease asked for, 0 if none
     * @return the operation, to be ended when the outcome is known, and not at all if it never is
     * @throws UncheckedIOException if the file cannot be written
     */
    public OpenOperation invoke(Action action, String lock, String owner, long promiseNanos) {
        return invoke(action, LockPart.exclusive(lock), owner, promiseNanos);
    }

    /**
     * Starts an operation on a part of a lock, before its request is sent.
     *
     * @param action the request
     * @param part the lock, and how much of it
     * @param owner the attempt id
     * @param promiseNanos the lease asked for, 0 if none
     * @return the operation, to be ended when the outcome is known, and not at all if it never is
     * @throws UncheckedIOException if the file cannot be written
     */
    public OpenOperation invoke(Action action, LockPart part, String owner, long promiseNanos) {
        HistoryEvent event = event(Phase.INVOKE, action, part, owner, promiseNanos, "");
        append(event);
        return new OpenOperation(this, event);
    }

    /**
     * Starts a belief that ends by the client's own clock. The time is read before {@code remaining} is called, so that
     * a process that is stopped in between does not seem to believe for longer than it does. If nothing remains, as
     * after a stop between the request and the reply, there is no belief, and nothing is written.
     *
     * @param part the lock, and how much of it
     * @param owner the owner that believes
     * @param remaining how long the belief is valid from the moment of the call
     * @return the belief, to be {@linkplain OpenOperation#ok ended} before the release is sent, or when the holder is
     *     notified of the loss; empty if nothing remains
     * @throws UncheckedIOException if the file cannot be written
     */
    public Optional<OpenOperation> believe(LockPart part, String owner, Supplier<Duration> remaining) {
        long now = System.nanoTime();
        long valid = remaining.get().toNanos();
        if (valid <= 0) {
            return Optional.empty();
        }
        HistoryEvent event =
                event(Phase.INVOKE, Action.BELIEVE, part, owner, 0, "").later(now, Phase.INVOKE, 0, 0, valid, "");
        append(event);
        return Optional.of(new OpenOperation(this, event));
    }

    /**
     * Writes the next entry of a resource's own log. Calls must come in the order in which the resource decided.
     *
     * @param resource the name of the resource
     * @param owner the source of the token, by a name that may be shown: a process, not an attempt id
     * @param token the token, greater than 0
     * @param accepted {@link Phase#OK} if the resource accepted the effect, {@link Phase#FAIL} if it refused it
     * @throws UncheckedIOException if the file cannot be written
     */
    public void effect(String resource, String owner, long token, Phase accepted) {
        append(event(accepted, Action.EFFECT, LockPart.exclusive(resource), owner, 0, "")
                .later(System.nanoTime(), accepted, token, 1, 0, ""));
    }

    /**
     * Writes whether this process's clock lies between two readings of its parent's clock.
     *
     * @param outcome {@link Phase#OK}, or {@link Phase#FAIL}: then no check of the history gives more than unknown
     * @param detail the three readings
     * @throws UncheckedIOException if the file cannot be written
     */
    public void handshake(Phase outcome, String detail) {
        append(event(outcome, Action.HANDSHAKE, LockPart.exclusive(""), "", 0, detail));
    }

    private HistoryEvent event(
            Phase phase, Action action, LockPart part, String owner, long promiseNanos, String detail) {
        long op = ops.incrementAndGet();
        return new HistoryEvent(
                System.nanoTime(),
                process,
                op,
                phase,
                action,
                part.lock(),
                owner,
                0,
                0,
                promiseNanos,
                part.share(),
                detail);
    }

    void append(HistoryEvent event) {
        append(EventLine.write(event));
    }

    private void append(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        lines.lock();
        try {
            file.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("the history of " + process + " cannot be written", e);
        } finally {
            lines.unlock();
        }
    }

    /** Closes the file; operations that are still open keep an unknown outcome. */
    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the history of " + process + " cannot be closed", e);
        }
    }
}
