// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Asks TLC whether traces are behaviours of the model, many in one run: each begins in an initial state of its own. Used
 * by one thread.
 */
public final class TraceCheck {

    private static final Pattern REACHED = Pattern.compile("^<<\"trace\", (\\d+), (\\d+)>>$", Pattern.MULTILINE);
    private static final List<String> MEMORY = List.of("-Xmx1g", "-Xss16m");

    private final TraceModule module;
    private final Tlc tlc;
    private int runs;

    /**
     * Creates a check.
     *
     * @param module makes the steps of the traces
     * @param directory gets the files of the runs and their output
     * @param limitSeconds within which each run ends
     */
    public TraceCheck(TraceModule module, Path directory, long limitSeconds) {
        this.module = module;
        this.tlc = new Tlc(directory, limitSeconds);
    }

    /**
     * A trace that is no behaviour of the model. Immutable.
     *
     * @param trace the trace
     * @param made how many of its steps the model can make
     */
    public record Refused(Trace trace, int made) {

        /**
         * Returns the first step that the model cannot make.
         *
         * @return in the format of TLA+
         */
        public String step() {
            return trace.steps().get(made);
        }

        @Override
        public String toString() {
            return trace.origin() + ": step " + (made + 1) + " of "
                    + trace.steps().size() + " is no step of the model: " + step() + ", after\n"
                    + String.join("\n", trace.steps().subList(0, made));
        }
    }

    /**
     * Returns the traces that the model refuses.
     *
     * @param traces any number
     * @return those that are no behaviours of the model, in the order of the traces
     * @throws IOException if a file cannot be written
     * @throws InterruptedException if the thread is interrupted
     * @throws AssertionError if TLC gives no answer
     */
    public List<Refused> refused(List<Trace> traces) throws IOException, InterruptedException {
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
        int clients = traces.stream().mapToInt(Trace::clients).max().orElse(1);
        String output = tlc.run(
                "run-" + ++runs,
                module.module(),
                module.configuration(clients, tells),
                Map.of("Traces", generated(traces)),
                MEMORY);
        if (!output.contains(Tlc.COMPLETED)) {
            throw new AssertionError("TLC gave no answer:\n" + output);
        }
        Map<Integer, Integer> reached = new HashMap<>();
        Matcher lines = REACHED.matcher(output);
        while (lines.find()) {
            reached.merge(Integer.valueOf(lines.group(1)), Integer.valueOf(lines.group(2)), Math::max);
        }
        return reached;
    }

    private static String generated(List<Trace> traces) {
        return "---- MODULE Traces ----\nTraces == <<\n"
                + traces.stream().map(Trace::text).collect(Collectors.joining(",\n"))
                + "\n>>\nStops == {"
                + IntStream.range(0, traces.size())
                        .filter(i -> traces.get(i).stops())
                        .mapToObj(i -> Integer.toString(i + 1))
                        .collect(Collectors.joining(","))
                + "}\n====\n";
    }
}
