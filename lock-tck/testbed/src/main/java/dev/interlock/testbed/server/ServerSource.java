// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/** Where a real server for tests comes from, or why there is none. Immutable. */
public sealed interface ServerSource {

    /** The system property that names, separated by commas, what must not be missing: {@code redis,clock}. */
    String REQUIRE_PROPERTY = "interlock.test.require";

    /**
     * A server that runs already. It is used as it is, and never stopped.
     *
     * @param uri how to reach it; may hold a password, so it is never printed
     * @param origin what named it, such as the environment variable
     */
    record Existing(String uri, String origin) implements ServerSource {

        /** What a test is aborted by that needs a server of its own. */
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
            throw RequiredServers.missing(server, toString());
        }

        @Override
        public String toString() {
            return "no " + server + " server: " + reason + "; " + remedy;
        }
    }
}
