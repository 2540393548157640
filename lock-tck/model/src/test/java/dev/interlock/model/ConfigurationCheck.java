// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks TLC what holds in configurations of the model. Thread-safe. */
final class ConfigurationCheck {

    private static final Pattern STATES = Pattern.compile("([\\d,]+) distinct states? found");
    private static final Pattern STEP = Pattern.compile("^State \\d+:", Pattern.MULTILINE);
    private static final Pattern INVARIANT = Pattern.compile("^Error: Invariant (\\w+) is violated", Pattern.MULTILINE);
    private static final Pattern LIVENESS =
            Pattern.compile("^Error: Temporal properties were violated", Pattern.MULTILINE);
    private static final Pattern PROPERTY = Pattern.compile("^PROPERTY (\\w+)$", Pattern.MULTILINE);
    private static final List<String> MEMORY = List.of("-Xmx700m");

    private final Tlc tlc;

    /** Runs whose files and output go to the directory, and which end within the limit. */
    ConfigurationCheck(Path directory, long limitSeconds) {
        this.tlc = new Tlc(directory, limitSeconds);
    }

    /**
     * What a run found.
     *
     * @param broken the property that does not hold; empty if all do
     * @param states how many different states were seen
     * @param steps how many states the counter-example has; 0 if there is none
     * @param output what TLC printed
     */
    record Result(Optional<String> broken, long states, int steps, String output) {}

    /** Checks the configuration; fails if TLC ends in another way than with an answer. */
    Result check(Configuration configuration, String run) throws IOException, InterruptedException {
        return result(configuration, run, tlc.run(run, configuration.module(), configuration.text(), Map.of(), MEMORY));
    }

    private static Result result(Configuration configuration, String run, String output) {
        Optional<String> broken = first(INVARIANT, output);
        if (broken.isEmpty() && LIVENESS.matcher(output).find()) {
            // TLC does not say which one: a configuration has one at most.
            broken = first(PROPERTY, configuration.text());
        }
        if (broken.isEmpty() && !output.contains(Tlc.COMPLETED)) {
            throw new AssertionError(run + ": TLC gave no answer:\n" + output);
        }
        long states = 0;
        Matcher counts = STATES.matcher(output);
        while (counts.find()) {
            states = Long.parseLong(counts.group(1).replace(",", ""));
        }
        return new Result(broken, states, (int) STEP.matcher(output).results().count(), output);
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /**
     * The beginning of its row in {@code docs/model/README.md}. How many states a run sees before it finds a broken
     * property says nothing. When TLC looks for waiters that wait for ever depends on the time, and so does the length of
     * the loop that it finds.
     */
    static String row(Configuration configuration, Result result) {
        if (result.broken().isEmpty()) {
            return "| `%s` | holds | %,d states |".formatted(configuration.name(), result.states());
        }
        String property = result.broken().get();
        boolean loops = configuration.text().contains("PROPERTY " + property);
        return "| `%s` | breaks `%s` | %s |"
                .formatted(configuration.name(), property, loops ? "a loop" : result.steps() + " steps");
    }

    /** Of these beginnings of rows, those that the table of {@code docs/model/README.md} lacks. */
    static List<String> missingOnPage(List<String> rows) throws IOException {
        List<String> page = Files.readAllLines(Tlc.MODEL.resolve("README.md"));
        return rows.stream()
                .filter(row -> page.stream().noneMatch(line -> line.startsWith(row)))
                .toList();
    }
}
