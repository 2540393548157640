// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.os.ShortCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Compiles shared libraries from our C sources, which lie beside this class, where there is a C compiler. */
final class CompiledLibrary {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private CompiledLibrary() {}

    /**
     * Compiles one library.
     *
     * @param directory gets the sources and the library
     * @param library the library's file name
     * @param sources names of resources; those that do not end with {@code .c} are only copied
     * @param options further words for the compiler
     * @throws IOException if there is no compiler, or if it fails; the message contains its output
     */
    static void make(
            Path directory, String library, List<String> sources, List<String> options, Map<String, String> environment)
            throws IOException {
        String compiler = Stream.of("cc", "gcc")
                .flatMap(name -> Executables.onPath(environment, name))
                .findFirst()
                .orElseThrow(() -> new IOException("no C compiler (cc, gcc) to make " + library))
                .toString();
        List<String> command = new ArrayList<>(List.of(compiler, "-O2", "-shared", "-fPIC"));
        command.addAll(options);
        command.addAll(List.of("-o", directory.resolve(library).toString()));
        for (String source : sources) {
            Path copied = directory.resolve(source);
            Files.write(copied, read(source));
            if (source.endsWith(".c")) {
                command.add(copied.toString());
            }
        }
        ShortCommand made = ShortCommand.run(LIMIT, command);
        if (!made.succeeded()) {
            throw new IOException("compiling " + library + " failed: " + made.output());
        }
    }

    /** The text of a source. */
    static byte[] read(String source) throws IOException {
        try (InputStream in = CompiledLibrary.class.getResourceAsStream(source)) {
            if (in == null) {
                throw new IOException(source + " is missing next to " + CompiledLibrary.class.getName());
            }
            return in.readAllBytes();
        }
    }
}
