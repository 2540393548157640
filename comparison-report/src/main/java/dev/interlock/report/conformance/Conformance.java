// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.conformance;

import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The collection of statements in a directory of the repository: {@code statements/}, and what is made of them, the page
 * {@code statements.md} and {@code badges/}. Immutable.
 */
public final class Conformance {

    private static final String BADGES = "badges";
    private static final String SVG = ".svg";

    private final Path directory;
    private final List<StatementFile> statements;
    private final List<String> problems;

    private Conformance(Path directory, List<StatementFile> statements, List<String> problems) {
        this.directory = directory;
        this.statements = statements;
        this.problems = problems;
    }

    /**
     * Reads and checks the statements.
     *
     * @param directory the collection; the repository is the directory around it
     * @param now the time of the check
     * @return the collection
     * @throws IOException if a file cannot be read
     */
    public static Conformance read(Path directory, Instant now) throws IOException {
        List<StatementFile> statements = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Path file : files(directory.resolve("statements"))) {
            String name = file.getFileName().toString();
            try {
                StatementFile statement = StatementFile.read(file);
                Path repository = directory.toAbsolutePath().resolveSibling("");
                StatementCheck.problems(statement, name, repository, now)
                        .forEach(problem -> problems.add(name + ": " + problem));
                statements.add(statement);
            } catch (JacksonException e) {
                problems.add(name + ": is no statement: " + e.getOriginalMessage());
            }
        }
        return new Conformance(directory, List.copyOf(statements), List.copyOf(problems));
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    /**
     * Returns what keeps statements from being published.
     *
     * @return sentences that begin with the name of the file; empty if there is nothing
     */
    public List<String> problems() {
        return problems;
    }

    /** Returns the text of each file that is made of the statements. */
    Map<Path, String> rendered() {
        Map<Path, String> files = new TreeMap<>();
        files.put(directory.resolve("statements.md"), StatementsPage.of(statements));
        for (StatementFile statement : statements) {
            files.put(
                    badges().resolve(statement.name() + SVG),
                    Badge.of(statement).svg());
        }
        return files;
    }

    /** Returns the badges of statements that are no longer there. */
    List<Path> leftOver() throws IOException {
        return Files.isDirectory(badges())
                ? files(badges()).stream()
                        .filter(file -> !rendered().containsKey(file))
                        .toList()
                : List.of();
    }

    private Path badges() {
        return directory.resolve(BADGES);
    }

    /**
     * Writes the page and the badges anew, and deletes badges without a statement.
     *
     * @throws IOException if a file cannot be written
     * @throws IllegalStateException if there are {@link #problems}
     */
    public void render() throws IOException {
        if (!problems.isEmpty()) {
            throw new IllegalStateException("no page is made of statements with problems: " + problems);
        }
        Files.createDirectories(badges());
        for (Path file : leftOver()) {
            Files.delete(file);
        }
        for (Map.Entry<Path, String> file : rendered().entrySet()) {
            Files.writeString(file.getKey(), file.getValue());
        }
    }
}
