// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ShortCommand;
import dev.interlock.testbed.server.ServerSource.Binary;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An initialised data directory, made once per program and user, and copied for each server: initialisation takes
 * seconds.
 *
 * @param product names the directory in the cache
 * @param binary the server's program
 * @param wrapper programs to start the initialiser through
 * @param command initialises a data directory, whose path is added to its last word
 */
record SqlTemplate(SqlProduct product, Binary binary, List<String> wrapper, List<String> command) {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Makes a data directory. */
    void copyTo(Path data) throws IOException {
        Path made = UserCache.of(System.getenv()).directory(name(), this::initialise);
        copyTree(made.resolve("data"), data);
    }

    /** Each program and command line has a template of its own. */
    private String name() throws IOException {
        String identity = String.join(
                "\n",
                binary.path().toRealPath().toString(),
                Files.getLastModifiedTime(binary.path()).toString(),
                binary.version(),
                wrapper.toString(),
                command.toString());
        return "data-" + product.id() + "-" + Checksum.of(identity).substring(0, 16);
    }

    private void initialise(Path directory) throws IOException {
        // The initialisers of MySQL and MariaDB start a server, which deletes other servers' files in the default
        // temporary directory.
        List<String> words = new ArrayList<>(List.of("env", "TMPDIR=" + directory));
        words.addAll(wrapper);
        words.addAll(command);
        int last = words.size() - 1;
        words.set(last, words.get(last) + directory.resolve("data"));
        ShortCommand initialised = ShortCommand.run(LIMIT, words);
        if (!initialised.succeeded()) {
            throw new IOException(binary + " cannot initialise its data directory: " + initialised.output());
        }
    }

    /** With owners and permissions: PostgreSQL checks both. */
    private static void copyTree(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                return copy(directory);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                return copy(file);
            }

            private FileVisitResult copy(Path path) throws IOException {
                Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
