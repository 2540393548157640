// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.LockName;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.context.StandaloneContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The kit's hooks into the files: the changes that an operator, or broken code, can make. */
record FileStoreHooks(Path directory) implements StoreHooks {

    private static final int APART = 64;

    @Override
    public boolean hasOwner(String name) {
        return change(name, record -> record).isHeld(System.currentTimeMillis());
    }

    @Override
    public void expire(String name) {
        change(name, record -> record.renewed(0));
    }

    @Override
    public Optional<Boolean> hasTrace(String name) {
        return Optional.of(Files.exists(path(name)));
    }

    /** A lock and its last token are one file. */
    @Override
    public void deleteLocks() {
        loseData();
    }

    @Override
    public void loseData() {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.lock")) {
            for (Path file : files) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the record of a lock, if it changes. Returns the new one. */
    FileRecord change(String name, UnaryOperator<FileRecord> change) {
        try (LockFile file = files().open(FileNames.of(new LockName(name)))) {
            FileRecord old = file.read(name);
            FileRecord changed = change.apply(old);
            if (!changed.equals(old)) {
                file.write(changed);
            }
            return changed;
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fills the file of a lock. False if there is none. */
    boolean overwrite(String name, byte with) {
        return damage(name, content -> Arrays.fill(content, with));
    }

    /** Changes single bytes, in each record and not in the format's number. Only a checksum notices. */
    boolean scatter(String name) {
        return damage(name, content -> {
            for (int i = APART / 2; i < content.length; i += APART) {
                content[i] ^= 1;
            }
        });
    }

    private boolean damage(String name, Consumer<byte[]> damage) {
        try {
            byte[] content = Files.readAllBytes(path(name));
            damage.accept(content);
            Files.write(path(name), content, StandardOpenOption.WRITE);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path(String name) {
        return directory.resolve(FileNames.of(new LockName(name)));
    }

    LockFiles files() {
        try {
            return new LockFiles(directory.toRealPath(), new StandaloneContext().clock(), Duration.ofSeconds(2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
