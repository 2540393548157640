// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/** Where a real server for tests comes from, or why there is none. Immutable. */
public sealed interface ServerSource {

    /**
     * The system property that names, separated by commas, the servers and tools that must be present: {@code
     * redis,clock}.
     */
    String REQUIRE_PROPERTY = "interlock.test.require";

    /**
     * A server that already runs. It is used as it is, and never stopped.
     *
     * @param uri how to reach it; may hold a password, so it is never printed
     * @param origin the setting that names it, such as the environment variable
     */
    record Existing(String uri, String origin) implements ServerSource {

        /** The exception for a test that needs a server of its own. */
        TestAbortedException cannotBeStartedWith(Object what) {
            return new TestAbortedException(
                    this + " cannot be started with " + what + "; unset " + origin + " to run this");
        }

        @Override
        public String toString() {
            return "existing server (" + origin + ")";
        }
    }

    /**
     * A program that can be started.
     *
     * @param path the executable
     * @param version the version that it prints
     * @param origin where it was found
     */
    record Binary(Path path, String version, String origin) implements ServerSource {
        @Override
        public String toString() {
            return origin + ": " + path + " (" + version + ")";
        }
    }

    /**
     * No server is available here.
     *
     * @param server its name, such as {@code redis}
     * @param reason the attempts and how they failed
     * @param remedy what to install or configure
     */
    record Unavailable(String server, String reason, String remedy) implements ServerSource {

        /**
         * Ends the test: fails it if the server is required here, and aborts it otherwise.
         *
         * @return never
         * @throws AssertionError if {@link #REQUIRE_PROPERTY} names the server
         * @throws TestAbortedException otherwise
         */
        public RuntimeException raise() {
            throw RequiredServers.missing(server, toString());
        }

        @Override
        public String toString() {
            return "no " + server + " server: " + reason + "; " + remedy;
        }
    }
}
