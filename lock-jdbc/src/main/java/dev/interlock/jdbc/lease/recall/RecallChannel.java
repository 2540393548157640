// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.spi.AttemptId;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The channel of PostgreSQL on which other clients recall the locks of one client. The owner of a lock that its client may
 * keep is the attempt, followed by the id of the channel: so the row says that it can be recalled, and where. Immutable.
 */
public final class RecallChannel {

    private static final String PREFIX = "interlock_";
    private static final int ID_LENGTH = 16;
    private static final Pattern ATTEMPT = Pattern.compile("[0-9a-f]{32}");

    private final byte[] id;

    private RecallChannel(byte[] id) {
        this.id = id;
    }

    /** A channel that no other client has. */
    public static RecallChannel random() {
        return new RecallChannel(JdbcKeys.of(AttemptId.random()));
    }

    /** An identifier that needs no quotes. */
    String name() {
        return PREFIX + HexFormat.of().formatHex(id);
    }

    /** The owner of a lock of this client that can be recalled. */
    public byte[] owner(AttemptId attempt) {
        byte[] owner = new byte[2 * ID_LENGTH];
        System.arraycopy(JdbcKeys.of(attempt), 0, owner, 0, ID_LENGTH);
        System.arraycopy(id, 0, owner, ID_LENGTH, ID_LENGTH);
        return owner;
    }

    /** Whether the lock of an owner can be recalled. */
    public static boolean isRecallable(byte[] owner) {
        return owner.length == 2 * ID_LENGTH;
    }

    /** The attempt that a text of another session recalls; empty if it is none of ours. */
    static Optional<AttemptId> recalled(String text) {
        if (!ATTEMPT.matcher(text).matches()) {
            return Optional.empty();
        }
        int half = text.length() / 2;
        return Optional.of(new AttemptId(
                Long.parseUnsignedLong(text.substring(0, half), 16), Long.parseUnsignedLong(text.substring(half), 16)));
    }
}
