// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.server;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.opentest4j.TestAbortedException;

/** Where a real server for tests comes from, or why there is none. Immutable. */
public sealed interface ServerSource {

    /** The system property that names, separated by commas, the servers that must not be missing: {@code redis}. */
    String REQUIRE_PROPERTY = "locks.test.require";

    /**
     * A server that runs already. It is used as it is, and never stopped.
     *
     * @param uri how to reach it; may hold a password, so it is never printed
     * @param origin what named it, such as the environment variable
     */
    record Existing(String uri, String origin) implements ServerSource {
        @Override
        public String toString() {
            return "existing server (" + origin + ")";
        }
    }

    /**
     * A program that can be started.
     *
     * @param path the executable
     * @param version its own words about its version
     * @param origin where it was found
     */
    record Binary(Path path, String version, String origin) implements ServerSource {
        @Override
        public String toString() {
            return origin + ": " + path + " (" + version + ")";
        }
    }

    /**
     * No server can be had here.
     *
     * @param server which one: {@code redis}
     * @param reason what was tried and how it failed
     * @param remedy what to install or to set
     */
    record Unavailable(String server, String reason, String remedy) implements ServerSource {

        /**
         * What a test does about it: fails if the server is required here, and is aborted otherwise.
         *
         * @return never
         * @throws AssertionError if {@link #REQUIRE_PROPERTY} names the server
         * @throws TestAbortedException otherwise
         */
        public RuntimeException raise() {
            boolean required = Arrays.stream(
                            System.getProperty(REQUIRE_PROPERTY, "").split(",", -1))
                    .anyMatch(name -> name.trim().toLowerCase(Locale.ROOT).equals(server));
            if (required) {
                throw new AssertionError(this + " (required by -D" + REQUIRE_PROPERTY + ")");
            }
            throw new TestAbortedException(toString());
        }

        @Override
        public String toString() {
            return "no " + server + " server: " + reason + "; " + remedy;
        }
    }
}
