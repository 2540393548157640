// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.share;

import dev.interlock.redis.request.RedisRequestTracker;
import java.io.Serial;

/** A request about a record that the driver could not do. */
final class RedisShareFailure extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient RedisRequestTracker tracker;
    private final boolean mayHaveWritten;
    private final RuntimeException thrown;

    RedisShareFailure(RuntimeException thrown, RedisRequestTracker tracker, boolean mayHaveWritten) {
        super(thrown);
        this.thrown = thrown;
        this.tracker = tracker;
        this.mayHaveWritten = mayHaveWritten;
    }

    RuntimeException thrown() {
        return thrown;
    }

    RedisRequestTracker tracker() {
        return tracker;
    }

    /** False if it only read. */
    boolean mayHaveWritten() {
        return mayHaveWritten;
    }
}
