// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads all packets of one reply. For one thread and one reply. */
final class MysqlReplyReader {

    private static final int MORE_RESULTS = 0x08;
    private static final int CURSOR = 0x40;
    private static final int FAST_AUTHENTICATION = 0x03;

    private final InputStream in;
    private final MysqlCapabilities capabilities;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private MysqlPacket last;

    /** A reply whose first packet has been read already. */
    MysqlReplyReader(InputStream in, MysqlCapabilities capabilities, MysqlPacket first) {
        this.in = in;
        this.capabilities = capabilities;
        this.last = first;
        bytes.writeBytes(first.bytes());
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    /** The packet that ends the reply, as far as it was read. */
    MysqlPacket last() {
        return last;
    }

    private MysqlPacket next() throws IOException {
        MysqlPacket packet = MysqlPacket.read(in);
        if (packet == null) {
            throw new EOFException("stream ended within a reply");
        }
        bytes.writeBytes(packet.bytes());
        last = packet;
        return packet;
    }

    private void skip(long packets) throws IOException {
        for (long i = 0; i < packets; i++) {
            next();
        }
    }

    /** Reads the answer to a step of the login: after "your password was in my cache" comes one packet more. */
    void readLogin() throws IOException {
        if (last.kind() == 1 && last.payload().length == 2 && last.payload()[1] == FAST_AUTHENTICATION) {
            next();
        }
    }

    /** Parameters and columns follow, each list with an end in the older protocol. */
    void readPrepared() throws IOException {
        MysqlPacket head = last;
        if (!head.isOk()) {
            return;
        }
        readDefinitions(head.number(7, 2));
        readDefinitions(head.number(5, 2));
    }

    private void readDefinitions(long count) throws IOException {
        skip(count);
        if (count > 0 && !capabilities.endsWithOk()) {
            next();
        }
    }

    void readResults() throws IOException {
        while (readResult()) {
            next();
        }
    }

    /** Reads one result; returns whether another one follows. */
    private boolean readResult() throws IOException {
        while (last.isProgress()) {
            next();
        }
        if (last.isError() || last.kind() == 0xfb) {
            return false;
        }
        if (last.isOk()) {
            return (statusOfOk() & MORE_RESULTS) != 0;
        }
        long columns = last.variable(0);
        boolean withColumns = !capabilities.mayLeaveOutColumns() || last.number(last.variableSize(0), 1) != 0;
        skip(withColumns ? columns : 0);
        if (!capabilities.endsWithOk() && (next().number(3, 2) & CURSOR) != 0) {
            return false;
        }
        readRows();
        return !last.isError() && (statusOfEnd() & MORE_RESULTS) != 0;
    }

    /** Reads rows up to their end or an error. */
    private void readRows() throws IOException {
        do {
            next();
        } while (!isEndOfRows());
    }

    private boolean isEndOfRows() {
        return last.isError() || (capabilities.endsWithOk() ? last.isOkOfRows() : last.isEof());
    }

    /** As {@link #readRows}, where the first row is read already. */
    void readFetched() throws IOException {
        if (!isEndOfRows()) {
            readRows();
        }
    }

    private long statusOfEnd() {
        return capabilities.endsWithOk() ? statusOfOk() : last.number(3, 2);
    }

    private long statusOfOk() {
        int afterRows = 1 + last.variableSize(1);
        return last.number(afterRows + last.variableSize(afterRows), 2);
    }
}
