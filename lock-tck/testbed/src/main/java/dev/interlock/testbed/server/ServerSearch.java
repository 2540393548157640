// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ShortCommand;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One search for a program, which records the failures on the way. For one thread. */
final class ServerSearch {

    private final List<String> failures = new ArrayList<>();

    /** Asks a program for its version. */
    interface Preflight {
        ShortCommand version(Path program) throws IOException;
    }

    void failed(String why) {
        failures.add(why);
    }

    Optional<Binary> preflight(Path path, String origin) {
        return preflight(path, origin, program -> ShortCommand.run(program.toString(), "--version"));
    }

    /** A program may exist and not run, because a library is missing; then its output is kept. */
    Optional<Binary> preflight(Path path, String origin, Preflight preflight) {
        try {
            ShortCommand version = preflight.version(path);
            if (version.succeeded()) {
                return Optional.of(new Binary(path, version.output(), origin));
            }
            failures.add(path + " (" + origin + ") does not run: " + version.output());
        } catch (IOException e) {
            failures.add(path + " (" + origin + ") does not run: " + e.getMessage());
        }
        return Optional.empty();
    }

    /** The result, or why no program was found. */
    ServerSource result(Optional<Binary> found, String server, String remedy) {
        return found.<ServerSource>map(binary -> binary)
                .orElseGet(() -> new Unavailable(server, String.join("; ", failures), remedy));
    }
}
