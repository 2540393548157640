// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One packet: three bytes of length, a sequence number, a payload; longer payloads are cut into several of them.
 *
 * @param sequence 0 for the first of an exchange
 * @param payload without headers
 * @param bytes as it was on the wire
 */
@SuppressWarnings("ArrayRecordComponent")
record MysqlPacket(int sequence, byte[] payload, byte[] bytes) {

    private static final int HEADER = 4;
    private static final int LONGEST = 0xff_ffff;
    private static final int EOF_BELOW = 9;

    /** The next packet, or null if the stream ended before it. */
    static @Nullable MysqlPacket read(InputStream in) throws IOException {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int sequence = -1;
        int length;
        do {
            byte[] header = in.readNBytes(HEADER);
            if (header.length == 0 && sequence < 0) {
                return null;
            }
            byte[] part = header.length < HEADER ? header : in.readNBytes(lengthIn(header));
            length = header.length < HEADER ? 0 : lengthIn(header);
            if (header.length < HEADER || part.length < length) {
                throw new EOFException("stream ended within a packet");
            }
            sequence = sequence < 0 ? header[3] & 0xff : sequence;
            payload.writeBytes(part);
            bytes.writeBytes(header);
            bytes.writeBytes(part);
        } while (length == LONGEST);
        return new MysqlPacket(sequence, payload.toByteArray(), bytes.toByteArray());
    }

    private static int lengthIn(byte[] header) {
        return (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
    }

    /** The first byte, which gives the kind of packet; -1 if there is none. */
    int kind() {
        return payload.length == 0 ? -1 : at(0);
    }

    boolean isOk() {
        return kind() == 0;
    }

    /** MariaDB reports the progress of a statement in the shape of an error with this number. */
    boolean isError() {
        return kind() == 0xff && !isProgress();
    }

    boolean isProgress() {
        return kind() == 0xff && number(1, 2) == 0xffff;
    }

    /** The end of columns or rows in the older protocol. */
    boolean isEof() {
        return kind() == 0xfe && payload.length < EOF_BELOW;
    }

    /** The end of rows in the newer protocol; a row that starts with this byte is longer. */
    boolean isOkOfRows() {
        return kind() == 0xfe && payload.length < LONGEST;
    }

    /** A number of so many bytes, the lowest first; bytes behind the end are zero. */
    long number(int offset, int size) {
        long number = 0;
        for (int i = size - 1; i >= 0; i--) {
            number = number << 8 | at(offset + i);
        }
        return number;
    }

    /** The number of variable length at this place. */
    long variable(int offset) {
        return at(offset) < 0xfb ? at(offset) : number(offset + 1, variableSize(offset) - 1);
    }

    int variableSize(int offset) {
        return switch (at(offset)) {
            case 0xfc -> 3;
            case 0xfd -> 4;
            case 0xfe -> 9;
            default -> 1;
        };
    }

    String textFrom(int offset) {
        int start = Math.min(offset, payload.length);
        return new String(payload, start, payload.length - start, StandardCharsets.UTF_8);
    }

    private int at(int offset) {
        return offset < payload.length ? payload[offset] & 0xff : 0;
    }
}
