// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.LockName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The file of a lock: a different file for each name, whatever the name contains (rules NAME-1 and NAME-3). */
final class FileNames {

    /** No name is encoded to this: an equals sign is followed by 64 digits, or encoded itself. */
    static final String PROBE = "=probe.lock";

    /** Most file systems allow 255 bytes; a name of 200 bytes can need 600. */
    private static final int LONGEST = 200;

    private static final HexFormat HEX = HexFormat.of();

    private FileNames() {}

    /**
     * Percent-encoded if that is short enough, otherwise a digest. The record distinguishes two names with
     * the same digest.
     */
    static String of(LockName name) {
        byte[] bytes = name.value().getBytes(StandardCharsets.UTF_8);
        StringBuilder encoded = new StringBuilder(bytes.length + 16);
        for (byte each : bytes) {
            if (isPlain(each)) {
                encoded.append((char) each);
            } else {
                encoded.append('%').append(HEX.toHexDigits(each));
            }
        }
        return (encoded.length() <= LONGEST ? encoded : "=" + digest(bytes)) + ".lock";
    }

    /**
     * Not among them: capitals, since some file systems ignore case; and the dot, since two of them name the parent
     * directory.
     */
    private static boolean isPlain(byte each) {
        return (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9') || each == '-' || each == '_';
    }

    private static String digest(byte[] bytes) {
        try {
            return HEX.formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
