// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.tck.Rule;
import dev.interlock.tck.history.History;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which rules with several processes keep the merged history of their run, one file for each rule and
 * fixture. The system property {@value #DIRECTORY} names it; without the property nothing is kept. The files are text
 * and can be read again as histories.
 */
final class KeptHistories {

    /** The system property that names the directory. */
    static final String DIRECTORY = "interlock.tck.histories";

    private static final long MIB = 1 << 20;
    private static final int NAME_LENGTH = 40;
    private static final ReentrantLock WRITING = new ReentrantLock();

    private final @Nullable Path directory;
    private final long mostOfOne;
    private final long mostOfAll;

    KeptHistories(@Nullable Path directory, long mostOfOne, long mostOfAll) {
        this.directory = directory;
        this.mostOfOne = mostOfOne;
        this.mostOfAll = mostOfAll;
    }

    /** Reads the property. */
    static KeptHistories ofThisJvm() {
        String named = System.getProperty(DIRECTORY, "");
        return new KeptHistories(named.isEmpty() ? null : Path.of(named), MIB, 16 * MIB);
    }

    /**
     * A history that was kept.
     *
     * @param file the file
     * @param events how many of its events, from the first on
     * @param cut whether events at the end are missing
     */
    record Kept(Path file, int events, boolean cut) {}

    /**
     * Writes the history to a new file. A history that would grow too large is cut after an event, and the file's name
     * shows the cut.
     */
    Optional<Kept> keep(String fixture, Rule rule, History history) {
        if (directory == null) {
            return Optional.empty();
        }
        WRITING.lock();
        try {
            Files.createDirectories(directory);
            String name = name(fixture, rule);
            Path file = unused(directory, name);
            int events = history.write(file, Math.min(mostOfOne, mostOfAll - size(directory)));
            boolean cut = events < history.events().size();
            return Optional.of(new Kept(cut ? Files.move(file, unused(directory, name + "-cut")) : file, events, cut));
        } catch (IOException e) {
            throw new UncheckedIOException("no history can be kept in " + directory, e);
        } finally {
            WRITING.unlock();
        }
    }

    /** The name, in letters that a link can have. */
    private static String name(String fixture, Rule rule) {
        String plain = fixture.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
        String start = plain.substring(0, Math.min(NAME_LENGTH, plain.length())).replaceAll("^[-.]+|[-.]+$", "");
        return "history-of-" + start + "-" + rule.id().toLowerCase(Locale.ROOT);
    }

    private static Path unused(Path directory, String name) {
        Path file = directory.resolve(name + ".txt");
        for (int i = 2; Files.exists(file); i++) {
            file = directory.resolve(name + "-" + i + ".txt");
        }
        return file;
    }

    private static long size(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> all = files.toList();
            long size = 0;
            for (Path each : all) {
                size += Files.size(each);
            }
            return size;
        }
    }
}
