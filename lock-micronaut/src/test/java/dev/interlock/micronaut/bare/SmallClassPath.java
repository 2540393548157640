// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.bare;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A class path with this module, what it cannot do without, and what is asked for. */
final class SmallClassPath {

    private static final Pattern NEEDED =
            Pattern.compile(".*(lock-micronaut/target/classes|lock-annotation/target/classes|lock-api/target/classes"
                    + "|lock-(micronaut|annotation|api)-[^/]*(?<!-tests)\\.jar|/micronaut-(aop|inject|context|core|core-reactive"
                    + "|context-propagation)-[^/]*\\.jar|/(slf4j-api|jspecify|reactive-streams|snakeyaml)-[^/]*\\.jar"
                    + "|/jakarta\\.[^/]*\\.jar)");

    private SmallClassPath() {}

    /** Runs {@link SmallApplication}, found in {@code directory}, and returns what it printed. */
    static String run(Path directory, String more, String... properties) throws IOException, InterruptedException {
        copyApplication(directory);
        List<String> path = new ArrayList<>(List.of(directory.toString()));
        Pattern wanted = Pattern.compile(more);
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (NEEDED.matcher(entry).matches() || wanted.matcher(entry).matches()) {
                path.add(entry);
            }
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                String.join(File.pathSeparator, path),
                SmallApplication.class.getName()));
        command.addAll(Arrays.asList(properties));
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(300, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the application did not end: " + Files.readString(output));
            }
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    /** Only its own classes and what Micronaut lists of them: the other beans of the tests need more. */
    private static void copyApplication(Path directory) throws IOException {
        Path classes = Path.of(SmallApplication.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        String own = SmallApplication.class.getPackageName();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(file).toString();
                if (name.replace('/', '.').contains(own + ".")) {
                    Path copy = directory.resolve(name);
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
    }
}
