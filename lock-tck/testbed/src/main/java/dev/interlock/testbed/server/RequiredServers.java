// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.util.Arrays;
import java.util.Locale;
import org.opentest4j.TestAbortedException;

/** The servers that must be present on this machine, by {@code -Dinterlock.test.require}. */
final class RequiredServers {

    private RequiredServers() {}

    /**
     * Ends a test for which something is missing: fails it if that is required, and aborts it otherwise.
     *
     * @param what its name in the property
     * @param message the reason, for display
     * @return never
     * @throws AssertionError if {@link ServerSource#REQUIRE_PROPERTY} names it
     * @throws TestAbortedException otherwise
     */
    static RuntimeException missing(String what, String message) {
        boolean required = Arrays.stream(
                        System.getProperty(ServerSource.REQUIRE_PROPERTY, "").split(",", -1))
                .anyMatch(name -> name.trim().toLowerCase(Locale.ROOT).equals(what));
        if (required) {
            throw new AssertionError(message + " (required by -D" + ServerSource.REQUIRE_PROPERTY + ")");
        }
        throw new TestAbortedException(message);
    }
}
