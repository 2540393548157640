// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One message: a type, four bytes of length that count themselves, a body.
 *
 * @param type a letter; 0 for the client's first messages, which have none
 * @param bytes as it was on the wire
 */
@SuppressWarnings("ArrayRecordComponent")
record PostgresMessage(char type, byte[] bytes) {

    private static final int LENGTH = 4;
    private static final int LONGEST = 1 << 30;

    /** The next message, or null if the stream ended before it. */
    static @Nullable PostgresMessage read(InputStream in) throws IOException {
        int type = in.read();
        return type < 0 ? null : readAfterType((char) type, in);
    }

    static PostgresMessage readAfterType(char type, InputStream in) throws IOException {
        return new PostgresMessage(type, withLength(new byte[] {(byte) type}, in));
    }

    /** The next message of a client that has not logged in yet, or null if the stream ended before it. */
    static @Nullable PostgresMessage readUntyped(InputStream in) throws IOException {
        int first = in.read();
        return first < 0 ? null : new PostgresMessage((char) 0, untyped(first, in));
    }

    private static byte[] untyped(int first, InputStream in) throws IOException {
        byte[] rest = exactly(LENGTH - 1, in);
        byte[] head = {(byte) first, rest[0], rest[1], rest[2]};
        return withBody(head, ByteBuffer.wrap(head).getInt() - LENGTH, in);
    }

    private static byte[] withLength(byte[] type, InputStream in) throws IOException {
        byte[] length = exactly(LENGTH, in);
        byte[] head = ByteBuffer.allocate(1 + LENGTH).put(type).put(length).array();
        return withBody(head, ByteBuffer.wrap(length).getInt() - LENGTH, in);
    }

    private static byte[] withBody(byte[] head, int length, InputStream in) throws IOException {
        if (length < 0 || length > LONGEST) {
            throw new IOException("not a message of PostgreSQL: its length would be " + length);
        }
        return ByteBuffer.allocate(head.length + length)
                .put(head)
                .put(exactly(length, in))
                .array();
    }

    private static byte[] exactly(int count, InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("stream ended within a message");
        }
        return bytes;
    }

    private int bodyOffset() {
        return type == 0 ? LENGTH : 1 + LENGTH;
    }

    /** The number in the first four bytes of the body; 0 if it is shorter. */
    int number() {
        return bytes.length < bodyOffset() + 4 ? 0 : ByteBuffer.wrap(bytes).getInt(bodyOffset());
    }

    /** The byte that starts the body. */
    char letter() {
        return (char) bytes[bodyOffset()];
    }

    /** The n-th of the strings that start the body after so many other bytes; each ends with a zero byte. */
    String text(int skippedBytes, int n) {
        int start = bodyOffset() + skippedBytes;
        for (int i = 0; i < n; i++) {
            start = end(start) + 1;
        }
        return new String(bytes, start, end(start) - start, StandardCharsets.UTF_8);
    }

    private int end(int start) {
        int end = start;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return end;
    }
}
