// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.LockName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Which file a lock has: another one for each name, whatever the name holds (rules NAME-1 and NAME-3). */
final class FileNames {

    /** No name is encoded to this: an equals sign is followed by 64 digits, or encoded itself. */
    static final String PROBE = "=probe.lock";

    /** File systems take 255 bytes as a rule; a name of 200 bytes can need 600. */
    private static final int LONGEST = 200;

    private static final HexFormat HEX = HexFormat.of();

    private FileNames() {}

    /**
     * Percent-encoded if that is short enough, or else a digest. Two names with one digest are told apart
     * by their record.
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
     * No capitals, since some file systems do not tell them from small letters, and no dot, since two of
     * them lead upwards.
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
