// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.StoreTrouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.function.Function;

/** What can be wrong with files. */
final class FileTrouble implements StoreTrouble {

    /** The device of Linux that is always full. */
    private static final Path FULL = Path.of("/dev/full");

    /** Makes the trouble for the files of some locks. */
    @FunctionalInterface
    private interface Making {

        /**
         * Begins.
         *
         * @param undo gets what ends the trouble, the last first
         */
        void begin(Set<String> names, Deque<AutoCloseable> undo) throws IOException;
    }

    private final String description;
    private final Function<String, LockBackend> opener;
    private final Path directory;
    private final boolean mayExecute;
    private final boolean passes;
    private final Making making;
    private final Deque<AutoCloseable> undo = new ArrayDeque<>();

    private FileTrouble(
            String description,
            Function<String, LockBackend> opener,
            Path directory,
            boolean mayExecute,
            boolean passes,
            Making making) {
        this.description = description;
        this.opener = opener;
        this.directory = directory;
        this.mayExecute = mayExecute;
        this.passes = passes;
        this.making = making;
    }

    /** Another program keeps the files, as a process that was stopped in a step does. */
    static FileTrouble kept(Function<String, LockBackend> opener, Path directory) {
        return new FileTrouble(
                "another program keeps the files",
                opener,
                directory,
                false,
                true,
                (names, undo) -> undo.push(FileKeeper.of(
                        names.stream().map(name -> path(directory, name)).toList())));
    }

    /** No file can be begun. The writes to those that exist need no more room. */
    static FileTrouble fullDisk(Function<String, LockBackend> opener, Path directory) {
        return new FileTrouble("the disk is full", opener, directory, true, false, (names, undo) -> {
            for (String name : names) {
                Path file = path(directory, name);
                if (Files.notExists(file) && Files.exists(FULL)) {
                    Files.createSymbolicLink(file, FULL);
                    undo.push(() -> Files.delete(file));
                }
            }
        });
    }

    /** A volume that is not mounted any more. */
    static FileTrouble lostDirectory(Function<String, LockBackend> opener, Path parent) {
        try {
            Path directory = Files.createTempDirectory(parent, "volume");
            Path elsewhere = directory.resolveSibling(directory.getFileName() + "-lost");
            return new FileTrouble("the directory is gone", opener, directory, false, false, (names, undo) -> {
                Files.move(directory, elsewhere);
                undo.push(() -> Files.move(elsewhere, directory));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path path(Path directory, String name) {
        return new FileStoreHooks(directory).path(name);
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply("file:" + directory + "?timeout=100ms");
    }

    @Override
    public void begin(Set<String> names) {
        try {
            making.begin(names, undo);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void end() {
        while (!undo.isEmpty()) {
            try {
                undo.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public boolean mayExecute() {
        return mayExecute;
    }

    @Override
    public boolean passes() {
        return passes;
    }

    @Override
    public void close() {
        end();
    }
}
