// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tlc2.TLC;

/**
 * Runs of TLC, each in a JVM of its own, because TLC keeps its state in static fields and ends its JVM. One worker, so
 * that the states are found in the same order in each run and a counter-example is the shortest. Thread-safe.
 */
final class Tlc {

    private static final Pattern STATES = Pattern.compile("([\\d,]+) distinct states? found");
    private static final Pattern STEP = Pattern.compile("^State \\d+:", Pattern.MULTILINE);
    private static final Pattern INVARIANT = Pattern.compile("^Error: Invariant (\\w+) is violated", Pattern.MULTILINE);
    private static final Pattern LIVENESS =
            Pattern.compile("^Error: Temporal properties were violated", Pattern.MULTILINE);
    private static final Pattern PROPERTY = Pattern.compile("^PROPERTY (\\w+)$", Pattern.MULTILINE);
    private static final String COMPLETED = "Model checking completed. No error has been found.";

    private final Path directory;
    private final long limitSeconds;

    /** Runs whose files and output go to the directory, and which end within the limit. */
    Tlc(Path directory, long limitSeconds) {
        this.directory = directory;
        this.limitSeconds = limitSeconds;
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
        Path place = Files.createDirectories(directory.resolve(run));
        copyModules(place);
        Path file = Files.writeString(place.resolve(configuration.name() + ".cfg"), configuration.text());
        Path printed = place.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx700m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        // TLC unpacks its own modules there; runs beside each other must not share them.
                        "-Djava.io.tmpdir=" + place.toAbsolutePath(),
                        "-cp",
                        jar().toString(),
                        TLC.class.getName(),
                        "-deadlock",
                        "-nowarning",
                        "-workers",
                        "1",
                        "-metadir",
                        place.resolve("states").toAbsolutePath().toString(),
                        "-config",
                        file.getFileName().toString(),
                        configuration.module() + ".tla")
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                throw new AssertionError(run + ": TLC had no answer within " + limitSeconds + " s: " + printed);
            }
        } finally {
            process.destroyForcibly();
        }
        return result(configuration, run, Files.readString(printed));
    }

    private static Result result(Configuration configuration, String run, String output) {
        Optional<String> broken = first(INVARIANT, output);
        if (broken.isEmpty() && LIVENESS.matcher(output).find()) {
            // TLC does not say which one: a configuration has one at most.
            broken = first(PROPERTY, configuration.text());
        }
        if (broken.isEmpty() && !output.contains(COMPLETED)) {
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

    private static void copyModules(Path place) throws IOException {
        try (Stream<Path> modules = Files.list(Configuration.MODEL)) {
            for (Path module :
                    (Iterable<Path>) modules.filter(file -> file.toString().endsWith(".tla"))::iterator) {
                Files.writeString(place.resolve(module.getFileName()), Files.readString(module));
            }
        }
    }

    private static Path jar() {
        try {
            return Path.of(TLC.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
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
}
