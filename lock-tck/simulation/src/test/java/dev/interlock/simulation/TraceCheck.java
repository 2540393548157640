// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.simulation.TracesOfLocks.Trace;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tlc2.TLC;

/**
 * Asks TLC whether traces are behaviours of the model, many in one run: each begins in an initial state of its own.
 * Used by one thread.
 */
final class TraceCheck {

    private static final Path MODEL = Path.of("..", "..", "docs", "model");
    private static final Pattern REACHED = Pattern.compile("^<<\"trace\", (\\d+), (\\d+)>>$", Pattern.MULTILINE);
    private static final String COMPLETED = "Model checking completed. No error has been found.";

    private static final String CONFIGURATION = """
            SPECIFICATION TraceSpec
            CONSTANTS
              Clients = {%s}
              Tells = %s
              Lease = 0
              Margin = 0
              Drift = 0
              LockDelay = 0
              LongestPause = 0
              LastTick = 0
              Requests = 1000000
              Attempts = 1
              MostGrants = 1000000
              Doubts = TRUE
              Repeats = TRUE
              Faults = {}
              SurvivesRestart = FALSE
              SurvivesFailOver = FALSE
              SurvivesClockJump = FALSE
              TokensSurviveDataLoss = TRUE
              Guard = "claim first"
              Defects = {}
            """;

    private final Path directory;
    private final long limitSeconds;
    private int runs;

    /** Runs whose files and output go to the directory, and of which each ends within the limit. */
    TraceCheck(Path directory, long limitSeconds) {
        this.directory = directory;
        this.limitSeconds = limitSeconds;
    }

    /**
     * A trace that is no behaviour of the model.
     *
     * @param made how many of its steps the model can make
     */
    record Refused(Trace trace, int made) {

        /** The first step that the model cannot make. */
        String step() {
            return trace.steps().get(made);
        }

        @Override
        public String toString() {
            return trace.origin() + ": step " + (made + 1) + " of "
                    + trace.steps().size() + " is no step of the model: " + step() + ", after\n"
                    + String.join("\n", trace.steps().subList(0, made));
        }
    }

    /** The traces that the model refuses. */
    List<Refused> refused(List<Trace> traces) throws IOException, InterruptedException {
        Map<Integer, Integer> ends = reached(traces, false);
        List<Trace> stopped = IntStream.range(0, traces.size())
                .filter(i -> !ends.containsKey(i + 1))
                .mapToObj(traces::get)
                .toList();
        if (stopped.isEmpty()) {
            return List.of();
        }
        Map<Integer, Integer> furthest = reached(stopped, true);
        List<Refused> refused = new ArrayList<>();
        for (int i = 0; i < stopped.size(); i++) {
            refused.add(new Refused(stopped.get(i), furthest.getOrDefault(i + 1, 0)));
        }
        return refused;
    }

    /** The furthest printed step of each trace, by the number of the trace from 1. */
    private Map<Integer, Integer> reached(List<Trace> traces, boolean tells) throws IOException, InterruptedException {
        String output = run(traces, tells);
        if (!output.contains(COMPLETED)) {
            throw new AssertionError("TLC gave no answer:\n" + output);
        }
        Map<Integer, Integer> reached = new HashMap<>();
        Matcher lines = REACHED.matcher(output);
        while (lines.find()) {
            reached.merge(Integer.valueOf(lines.group(1)), Integer.valueOf(lines.group(2)), Math::max);
        }
        return reached;
    }

    private String run(List<Trace> traces, boolean tells) throws IOException, InterruptedException {
        Path place = Files.createDirectories(directory.resolve("run-" + ++runs));
        copyModules(place);
        Files.writeString(place.resolve("Traces.tla"), module(traces));
        int attempts = traces.stream().mapToInt(Trace::attempts).max().orElse(1);
        String clients = IntStream.rangeClosed(1, attempts)
                .mapToObj(number -> "\"a" + number + "\"")
                .collect(Collectors.joining(", "));
        Files.writeString(place.resolve("Trace.cfg"), CONFIGURATION.formatted(clients, tells ? "TRUE" : "FALSE"));
        Path printed = place.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-Xss16m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
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
                        "Trace.cfg",
                        "Trace.tla")
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                throw new AssertionError("TLC had no answer within " + limitSeconds + " s: " + printed);
            }
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(printed);
    }

    private static String module(List<Trace> traces) {
        return "---- MODULE Traces ----\nTraces == <<\n"
                + traces.stream().map(Trace::text).collect(Collectors.joining(",\n"))
                + "\n>>\nStops == {"
                + IntStream.range(0, traces.size())
                        .filter(i -> traces.get(i).stops())
                        .mapToObj(i -> Integer.toString(i + 1))
                        .collect(Collectors.joining(","))
                + "}\n====\n";
    }

    private static void copyModules(Path place) throws IOException {
        try (Stream<Path> modules = Files.list(MODEL)) {
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
}
