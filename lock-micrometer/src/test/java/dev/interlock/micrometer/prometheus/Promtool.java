// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer.prometheus;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.os.ShortCommand;
import dev.interlock.testbed.server.ServerSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * The tool that comes with Prometheus: it reads rules and evaluates them as the server does, on series from a file.
 *
 * @param program where it is
 */
record Promtool(Path program) {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String NAME = "promtool";

    /**
     * The one on the PATH.
     *
     * @throws TestAbortedException if there is none and {@link ServerSource#REQUIRE_PROPERTY} does not name it
     */
    static Promtool find() {
        Optional<Path> found = Executables.onPath(System.getenv(), NAME).findFirst();
        String missing = "no promtool on the PATH: install it, in Debian with the package prometheus";
        if (found.isEmpty() && isRequired()) {
            throw new AssertionError(missing + " (required by -D" + ServerSource.REQUIRE_PROPERTY + ")");
        }
        return new Promtool(found.orElseThrow(() -> new TestAbortedException(missing)));
    }

    private static boolean isRequired() {
        return List.of(System.getProperty(ServerSource.REQUIRE_PROPERTY, "").split(",", -1))
                .contains(NAME);
    }

    /** Runs it, such as with {@code check rules FILE}. */
    ShortCommand run(String... arguments) throws IOException {
        return ShortCommand.run(
                LIMIT,
                Stream.concat(Stream.of(program.toString()), Stream.of(arguments))
                        .toList());
    }
}
