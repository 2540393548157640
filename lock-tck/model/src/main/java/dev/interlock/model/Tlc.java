// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tlc2.TLC;

/**
 * Runs of TLC, each in a JVM of its own, because TLC keeps its state in static fields and ends its JVM. One worker, so
 * that the states are found in the same order in each run and a counter-example is the shortest. Thread-safe.
 */
final class Tlc {

    /** What TLC prints if it has seen all states, and nothing is wrong. */
    static final String COMPLETED = "Model checking completed. No error has been found.";

    /** Where the model is, seen from this module and from those beside it. */
    static final Path MODEL = Path.of("..", "..", "docs", "model");

    private final Path directory;
    private final long limitSeconds;

    /** Runs whose files and output go to the directory, and which end within the limit. */
    Tlc(Path directory, long limitSeconds) {
        this.directory = directory;
        this.limitSeconds = limitSeconds;
    }

    /**
     * Runs TLC on a module.
     *
     * @param run the name of the run, unique in the directory
     * @param module of {@code docs/model}
     * @param configuration in TLC's format
     * @param generated further modules by name
     * @param memory options for the JVM
     * @return what TLC printed
     * @throws AssertionError if TLC does not end within the limit
     */
    String run(String run, String module, String configuration, Map<String, String> generated, List<String> memory)
            throws IOException, InterruptedException {
        Path place = Files.createDirectories(directory.resolve(run));
        copyModules(place);
        for (Map.Entry<String, String> one : generated.entrySet()) {
            Files.writeString(place.resolve(one.getKey() + ".tla"), one.getValue());
        }
        Path file = Files.writeString(place.resolve(module + ".cfg"), configuration);
        Path printed = place.resolve("output.txt");
        Process process = new ProcessBuilder(command(place, file, module, memory))
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
        return Files.readString(printed);
    }

    private static List<String> command(Path place, Path configuration, String module, List<String> memory) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(memory);
        command.addAll(List.of(
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
                configuration.getFileName().toString(),
                module + ".tla"));
        return command;
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
