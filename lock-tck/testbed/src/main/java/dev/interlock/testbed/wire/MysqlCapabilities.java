// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.IOException;

/**
 * The agreed capabilities of client and server that affect where packets end.
 *
 * @param flags those of the client's first packet, which no sane client sets beyond what the server offered
 * @param mariadbFlags those that MariaDB added, in place of filler bytes
 */
record MysqlCapabilities(long flags, long mariadbFlags) {

    /** Before the login. */
    static final MysqlCapabilities NONE = new MysqlCapabilities(0, 0);

    private static final long MYSQL = 1;
    private static final long COMPRESS = 1 << 5;
    private static final long SSL = 1 << 11;
    private static final long DEPRECATE_EOF = 1 << 24;
    private static final long OPTIONAL_METADATA = 1 << 25;
    private static final long ZSTD = 1 << 26;
    private static final long QUERY_ATTRIBUTES = 1 << 27;
    private static final long CACHE_METADATA = 1 << 4;

    private static final int MARIADB_OFFSET = 28;

    /**
     * Reads the client's first packet.
     *
     * @throws IOException if the client requests a capability that makes the rest unreadable
     */
    static MysqlCapabilities of(MysqlPacket login) throws IOException {
        long flags = login.number(0, 4);
        refuse(flags, SSL, "TLS: set sslMode=DISABLED");
        refuse(flags, COMPRESS | ZSTD, "compression: turn it off");
        refuse(flags, OPTIONAL_METADATA, "optional metadata");
        return new MysqlCapabilities(flags, (flags & MYSQL) == 0 ? login.number(MARIADB_OFFSET, 4) : 0);
    }

    private static void refuse(long flags, long unreadable, String what) throws IOException {
        if ((flags & unreadable) != 0) {
            throw new IOException("the client wants what this proxy cannot read, " + what);
        }
    }

    /** Whether rows end with an OK packet, and columns with none; otherwise both end with an EOF packet. */
    boolean endsWithOk() {
        return (flags & DEPRECATE_EOF) != 0;
    }

    /** Whether a count of parameters stands before the text of a query. */
    boolean hasQueryAttributes() {
        return (flags & QUERY_ATTRIBUTES) != 0;
    }

    /** Whether the server states with each result if it describes the columns again. */
    boolean mayLeaveOutColumns() {
        return (mariadbFlags & CACHE_METADATA) != 0;
    }
}
