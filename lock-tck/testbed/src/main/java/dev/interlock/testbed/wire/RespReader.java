// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads one value of RESP2 or RESP3, keeping its bytes and its leaves. For one thread and one value. */
final class RespReader {

    private final InputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<String> leaves = new ArrayList<>();

    RespReader(InputStream in) {
        this.in = in;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    List<String> leaves() {
        return List.copyOf(leaves);
    }

    /** The type sign that starts a value, or -1 at the end of the stream. */
    int readType() throws IOException {
        int type = in.read();
        if (type >= 0) {
            bytes.write(type);
        }
        return type;
    }

    /**
     * Reads the rest of a value; returns its type, which for a value with attributes is the type after the attributes.
     */
    int readValue(int type) throws IOException {
        switch (type) {
            case '+', '-', ':', '#', ',', '(' -> leaves.add(readLine());
            case '_' -> {
                readLine();
                leaves.add(RespFraming.NIL);
            }
            case '$', '!', '=' -> readBlob(readCount());
            case '*', '~', '>' -> readValues(readCount());
            case '%' -> readValues(2 * readCount());
            case '|' -> {
                int before = leaves.size();
                readValues(2 * readCount());
                leaves.subList(before, leaves.size()).clear();
                return readValue(requireType());
            }
            default -> throw new IOException("not a RESP type: byte " + type);
        }
        return type;
    }

    /** A command typed as a line, as with telnet. */
    void readInlineCommand(int first) throws IOException {
        String line = (char) first + readLine();
        for (String word : line.trim().split("\\s+", -1)) {
            leaves.add(word);
        }
    }

    private void readValues(int count) throws IOException {
        if (count < 0) {
            leaves.add(RespFraming.NIL);
        }
        for (int i = 0; i < count; i++) {
            readValue(requireType());
        }
    }

    private void readBlob(int length) throws IOException {
        if (length < 0) {
            leaves.add(RespFraming.NIL);
            return;
        }
        byte[] blob = in.readNBytes(length + 2);
        if (blob.length < length + 2) {
            throw new EOFException("stream ended within a string of " + length + " bytes");
        }
        bytes.writeBytes(blob);
        leaves.add(new String(blob, 0, length, StandardCharsets.UTF_8));
    }

    private int readCount() throws IOException {
        String line = readLine();
        try {
            return Integer.parseInt(line);
        } catch (NumberFormatException e) {
            throw new IOException("not a RESP length: " + line, e);
        }
    }

    private int requireType() throws IOException {
        int type = readType();
        if (type < 0) {
            throw new EOFException("stream ended within a value");
        }
        return type;
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("stream ended within a line");
            }
            line.write(b);
        }
        line.write('\n');
        bytes.writeBytes(line.toByteArray());
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }
}
