// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.timeline;

import dev.interlock.tck.history.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The histories that a run left in a directory. */
public final class HistoryFiles {

    private HistoryFiles() {}

    /**
     * The pictures of some histories, without missing or unreadable ones.
     *
     * @param directory the directory of the histories
     * @param names of the files
     * @return by name
     */
    public static Map<String, Timeline> timelines(Path directory, Set<String> names) {
        Map<String, Timeline> all = new TreeMap<>();
        for (String name : names) {
            read(directory, name)
                    .filter(history -> !history.operations().isEmpty())
                    .ifPresent(history -> all.put(name, Timelines.of(history)));
        }
        return all;
    }

    /**
     * Also writes each history in the format of Jepsen's tools, beside the file.
     *
     * @param directory the directory of the histories
     * @param names of the files
     * @throws IOException if a file cannot be written
     */
    public static void export(Path directory, Set<String> names) throws IOException {
        for (String name : names) {
            Optional<History> history = read(directory, name);
            if (history.isPresent()) {
                Files.writeString(directory.resolve(edn(name)), Edn.of(history.get()));
            }
        }
    }

    /**
     * The name of the exported file.
     *
     * @param name of the history
     * @return the name with another extension
     */
    public static String edn(String name) {
        return name.replaceFirst("\\.txt$", "") + ".edn";
    }

    private static Optional<History> read(Path directory, String name) {
        Path file = directory.resolve(name);
        if (!name.matches("[a-z0-9.-]+") || !Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(History.read(Set.of(file)));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // of another version of the kit
        }
    }
}
