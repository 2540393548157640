// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 in hexadecimal digits: of a file, of a text, or of a directory tree. */
final class Checksum {

    private Checksum() {}

    static String of(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static String of(String text) {
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Of each file's path and content, and of each link's path and target. Empty directories, permissions and times do
     * not count, because they depend on how and when the files were unpacked.
     */
    static String ofTree(Path directory) throws IOException {
        List<Path> paths;
        try (Stream<Path> all = Files.walk(directory)) {
            paths = all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
        List<String> lines = new ArrayList<>();
        for (Path path : paths) {
            String content = Files.isSymbolicLink(path) ? "-> " + Files.readSymbolicLink(path) : of(path);
            lines.add(directory.relativize(path).toString().replace('\\', '/') + " " + content + "\n");
        }
        lines.sort(Comparator.naturalOrder());
        return of(String.join("", lines));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
