// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jcstress.Main;

/** The command line of jcstress: all tests, with each compiler for each actor, in JVMs of their own. */
final class LongRun {

    private LongRun() {}

    /** Runs jcstress; throws if there was a forbidden result, or no test could be run at all, which it would let pass. */
    public static void main(String[] arguments) throws Exception {
        Path report = Path.of("report");
        Main.main(Stream.concat(Stream.of("-r", report.toString()), Stream.of(arguments))
                .toArray(String[]::new));
        if (!Files.exists(report.resolve("index.html"))) {
            throw new IllegalStateException("no test was run: " + List.of(arguments)
                    + " selects none, or there is but one core, and jcstress wants two");
        }
    }
}
