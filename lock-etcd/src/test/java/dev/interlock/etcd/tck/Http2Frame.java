// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.tck;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** One frame of HTTP/2 (RFC 9113, section 4): a head of nine bytes and what it announces. */
final class Http2Frame {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;

    private static final int HEAD = 9;
    private static final int END_STREAM = 0x1;
    private static final int END_HEADERS = 0x4;
    private static final int PADDED = 0x8;
    private static final int PRIORITY = 0x20;
    private static final int PRIORITY_BYTES = 5;

    private final byte[] bytes;

    private Http2Frame(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The next frame; null if the stream ended before it. */
    static @Nullable Http2Frame read(InputStream in) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        DataInputStream data = new DataInputStream(in);
        int length = first << 16 | data.readUnsignedShort();
        byte[] bytes = new byte[HEAD + length];
        bytes[0] = (byte) first;
        bytes[1] = (byte) (length >> 8);
        bytes[2] = (byte) length;
        if (data.readNBytes(bytes, 3, bytes.length - 3) < bytes.length - 3) {
            throw new EOFException("the stream ended within a frame of " + length + " bytes");
        }
        return new Http2Frame(bytes);
    }

    /** All of it. */
    byte[] bytes() {
        return bytes;
    }

    int type() {
        return bytes[3];
    }

    private boolean has(int flag) {
        return (bytes[4] & flag) != 0;
    }

    boolean endsStream() {
        return type() == RST_STREAM || (type() <= HEADERS && has(END_STREAM));
    }

    int stream() {
        return (bytes[5] & 0x7F) << 24 | (bytes[6] & 0xFF) << 16 | (bytes[7] & 0xFF) << 8 | (bytes[8] & 0xFF);
    }

    /** What the frame carries: data, or a complete block of headers. */
    byte[] payload() throws IOException {
        if (type() == HEADERS && !has(END_HEADERS)) {
            throw new IOException("headers in several frames are not read here");
        }
        int padding = has(PADDED) ? bytes[HEAD] & 0xFF : 0;
        int start = HEAD + (has(PADDED) ? 1 : 0) + (type() == HEADERS && has(PRIORITY) ? PRIORITY_BYTES : 0);
        byte[] payload = new byte[bytes.length - padding - start];
        System.arraycopy(bytes, start, payload, 0, payload.length);
        return payload;
    }
}
