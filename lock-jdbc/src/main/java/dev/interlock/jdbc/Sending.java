// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether a statement that grants is out and without an answer: a driver's exception does not tell whether it could not
 * be sent, was refused, or lost its answer. For one step.
 */
final class Sending {

    private boolean unanswered;

    /** A statement that grants, sent and answered. */
    @FunctionalInterface
    interface Granting {
        @Nullable
        Long run() throws SQLException;
    }

    /** Sends a statement that may grant; returns the token that it granted, or null if it granted none. */
    @Nullable
    Long of(Granting statement) throws SQLException {
        unanswered = true;
        Long token = statement.run();
        unanswered = false;
        return token;
    }

    /** Whether no statement of this step can have granted, or be about to. */
    boolean nothingIsOut() {
        return !unanswered;
    }
}
