// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.planted;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The "server" of the planted peers: a file for each lock, in which one process at a time reads and writes. */
final class LockDirectory {

    static final String FROZEN = ".frozen";
    static final String LOSE_REPLY = ".lose-reply";
    static final String LOST_REPLY = ".lost-reply";

    static final String CUT = ".cut";

    private static final String GUARD = ".guard";
    private static final String TOKENS = ".tokens";
    private static final String QUEUE = ".queue";

    /** More than the longest time between two looks. */
    private static final long GONE_MILLIS = 4_000;

    private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

    private final Path directory;

    LockDirectory(Path directory) {
        this.directory = directory;
    }

    /** A line of a file: a holder, how many of how many units it has, its token and its end. */
    record Row(String owner, int units, int all, long token, long expiresMillis) {

        boolean isLive(Fault fault) {
            return fault == Fault.NEVER_EXPIRES || System.currentTimeMillis() < expiresMillis;
        }

        static Row of(String line) {
            String[] parts = line.split(" ", -1);
            return new Row(
                    parts[0],
                    Integer.parseInt(parts[1]),
                    Integer.parseInt(parts[2]),
                    Long.parseLong(parts[3]),
                    Long.parseLong(parts[4]));
        }

        String line() {
            return owner + " " + units + " " + all + " " + token + " " + expiresMillis;
        }
    }

    /** One step of somebody. */
    interface Step<T> {
        T run() throws IOException;
    }

    <T> T alone(Step<T> step) throws IOException {
        IN_THIS_JVM.lock();
        try (FileChannel guard =
                FileChannel.open(directory.resolve(GUARD), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // Ends with the channel.
            guard.lock();
            return step.run();
        } finally {
            IN_THIS_JVM.unlock();
        }
    }

    boolean has(String marker) {
        return Files.exists(directory.resolve(marker));
    }

    void set(String marker) throws IOException {
        Files.writeString(directory.resolve(marker), "");
    }

    boolean unset(String marker) throws IOException {
        return Files.deleteIfExists(directory.resolve(marker));
    }

    /** The holders, in a list that the caller may change. */
    List<Row> read(String lock) throws IOException {
        Path file = directory.resolve(lock);
        List<Row> rows = new ArrayList<>();
        if (Files.exists(file)) {
            Files.readAllLines(file).forEach(line -> rows.add(Row.of(line)));
        }
        return rows;
    }

    void write(String lock, List<Row> rows) throws IOException {
        Files.write(directory.resolve(lock), rows.stream().map(Row::line).toList());
    }

    /**
     * Whether it is a waiter's turn: those who wait look again all the time, and who has not done so for a while is gone.
     */
    boolean isNext(String lock, String waiter, Fault fault) throws IOException {
        List<String> queue = queue(lock);
        if (queue.stream().noneMatch(line -> line.startsWith(waiter + " "))) {
            queue.add("");
        }
        long now = System.currentTimeMillis();
        queue.replaceAll(line -> line.isEmpty() || line.startsWith(waiter + " ") ? waiter + " " + now : line);
        queue.removeIf(line -> now - Long.parseLong(line.split(" ", -1)[1]) > GONE_MILLIS);
        writeQueue(lock, queue);
        int turn = fault == Fault.SERVES_THE_LAST_FIRST ? queue.size() - 1 : 0;
        return queue.get(turn).startsWith(waiter + " ");
    }

    /** A waiter waits no more. */
    void leave(String lock, String waiter) throws IOException {
        List<String> queue = queue(lock);
        queue.removeIf(line -> line.startsWith(waiter + " "));
        writeQueue(lock, queue);
    }

    private List<String> queue(String lock) throws IOException {
        Path file = directory.resolve(lock + QUEUE);
        return Files.exists(file) ? new ArrayList<>(Files.readAllLines(file)) : new ArrayList<>();
    }

    private void writeQueue(String lock, List<String> queue) throws IOException {
        Files.write(directory.resolve(lock + QUEUE), queue);
    }

    long nextToken(Fault fault) throws IOException {
        if (fault == Fault.GIVES_ONE_TOKEN_TO_ALL) {
            return 7;
        }
        Path file = directory.resolve(TOKENS);
        long last = Files.exists(file) ? Long.parseLong(Files.readString(file)) : 0;
        long floor = fault == Fault.COUNTS_TOKENS_FROM_ONE ? 0 : 1_000 * System.currentTimeMillis();
        long next = Math.max(last, floor) + 1;
        Files.writeString(file, Long.toString(next));
        return next;
    }

    void loseAll() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                // Whoever waits at the guard has it open.
                if (!file.endsWith(GUARD)) {
                    Files.delete(file);
                }
            }
        }
    }
}
