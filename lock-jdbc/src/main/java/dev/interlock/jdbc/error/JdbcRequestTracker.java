// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Tracks whether every statement of one step that may grant the lock was answered: a driver's exception does not show
 * whether a statement could not be sent, was refused, or lost its answer. For one step.
 */
public final class JdbcRequestTracker {

    private boolean unanswered;
    private boolean granted;

    /** A statement that may grant; gives the token that it granted, or null if it granted none. */
    @FunctionalInterface
    public interface GrantingStatement {
        @Nullable
        Long execute() throws SQLException;
    }

    /** Executes a statement that may grant; returns the token that it granted, or null if it granted none. */
    @Nullable
    public Long track(GrantingStatement statement) throws SQLException {
        unanswered = true;
        Long token = statement.execute();
        unanswered = false;
        return token;
    }

    /** A statement that grants all of several locks, or none; gives how many rows it changed. */
    @FunctionalInterface
    public interface GrantingUpdate {
        int execute() throws SQLException;
    }

    /** Executes a statement that may grant several locks; returns how many rows it changed. */
    public int trackAll(GrantingUpdate statement) throws SQLException {
        unanswered = true;
        int changed = statement.execute();
        unanswered = false;
        granted |= changed > 0;
        return changed;
    }

    /** Whether a statement of {@link #trackAll} has granted, so that what fails behind it refuses nothing any more. */
    public boolean hasGranted() {
        return granted;
    }

    /** Whether no statement of this step can have granted without our knowing it, nor can do so later. */
    boolean allAnswered() {
        return !unanswered;
    }
}
