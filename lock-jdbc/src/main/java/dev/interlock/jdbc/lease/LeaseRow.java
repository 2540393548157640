// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.Holder;
import dev.interlock.jdbc.lease.recall.RecallChannel;
import dev.interlock.jdbc.lease.recall.RecallNote;
import dev.interlock.jdbc.lease.recall.RecallRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A lock's row in the table of mode lease, as a query read it: it may have changed since. Immutable. */
final class LeaseRow {

    private static final int FORMAT = 1;

    private final byte @Nullable [] owner;
    private final long firstToken;
    private final long leftMicros;
    private final @Nullable String hint;
    private final int format;
    private final boolean readOnly;
    private final int tokenCount;

    private LeaseRow(
            byte @Nullable [] owner,
            long firstToken,
            long leftMicros,
            @Nullable String hint,
            int format,
            boolean readOnly,
            int tokenCount) {
        this.owner = owner;
        this.firstToken = firstToken;
        this.leftMicros = leftMicros;
        this.hint = hint;
        this.format = format;
        this.readOnly = readOnly;
        this.tokenCount = tokenCount;
    }

    static LeaseRow read(ResultSet row) throws SQLException {
        return read(row, 0);
    }

    /** Of a query that has the token count in a column; 0 if it has none. */
    static LeaseRow read(ResultSet row, int column) throws SQLException {
        return new LeaseRow(
                row.getBytes(1),
                row.getLong(2),
                row.getLong(3),
                row.getString(4),
                row.getInt(5),
                row.getBoolean(6),
                column == 0 ? 0 : row.getInt(column));
    }

    boolean isHeld() {
        return owner != null && leftMicros > 0;
    }

    boolean isHeldByAnother(byte[] asking) {
        return isHeld() && !Arrays.equals(owner, asking);
    }

    boolean isHeldBy(byte[] asking) {
        return isHeld() && Arrays.equals(owner, asking);
    }

    /** Whether its client may keep the lock after a release, until it is recalled. */
    boolean isRecallable() {
        return owner != null && (RecallChannel.isRecallable(owner) || RecallRow.isNumber(tokenCount));
    }

    /** The note that recalls the lock from another client; empty if the lock is recalled otherwise, or not at all. */
    Optional<RecallNote> note(byte[] asking) {
        return owner != null && isHeldByAnother(asking) && RecallRow.isNumber(tokenCount) && !readOnly
                ? Optional.of(new RecallNote(tokenCount, owner))
                : Optional.empty();
    }

    long firstToken() {
        return firstToken;
    }

    /** Whether the server took no writes, so that the row may be one that the primary has changed since. */
    boolean isOfReadOnlyServer() {
        return readOnly;
    }

    /** Whether a newer version wrote the row, so that only its holder is known to us. */
    boolean isForeign() {
        return format != FORMAT;
    }

    int format() {
        return format;
    }

    /** What is left of the lease: at least a millisecond and rounded up, since waiters must not come too early. */
    Duration left() {
        long millis = Math.max(0, leftMicros) / 1_000 + 1;
        return Duration.ofMillis(millis);
    }

    Optional<Holder> holder() {
        if (!isHeld()) {
            return Optional.empty();
        }
        Optional<Duration> remaining = Optional.of(Duration.of(leftMicros, ChronoUnit.MICROS));
        return Optional.of(new Holder(firstToken, remaining, Optional.ofNullable(hint)));
    }
}
