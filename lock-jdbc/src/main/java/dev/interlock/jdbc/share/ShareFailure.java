// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.share;

import dev.interlock.jdbc.error.JdbcRequestTracker;
import java.io.Serial;
import java.sql.SQLException;

/** A step on a record that failed. */
final class ShareFailure extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final SQLException thrown;
    private final transient JdbcRequestTracker tracker;

    ShareFailure(SQLException thrown, JdbcRequestTracker tracker) {
        super(thrown);
        this.thrown = thrown;
        this.tracker = tracker;
    }

    SQLException thrown() {
        return thrown;
    }

    /** Whether a write was sent, and what is known of it. */
    JdbcRequestTracker tracker() {
        return tracker;
    }
}
