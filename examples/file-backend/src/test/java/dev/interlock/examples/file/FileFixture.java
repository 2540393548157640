// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreDamage;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.memory.GatedLink;
import dev.interlock.tck.process.ProcessAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The fixture of the file backend, on the files of a directory. There is no server to restart or to fail over, so there
 * are no hooks for these.
 */
class FileFixture implements LockFixture, AutoCloseable {

    private final Path directory;
    private final Path locks;

    /** A fixture whose stores are below a directory. */
    FileFixture(Path directory) {
        this.directory = directory;
        locks = locks(directory);
    }

    /** The store that the rules share. It has a directory of its own, as any store in use. */
    static Path locks(Path directory) {
        try {
            return Files.createDirectories(directory.resolve("locks"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public LockBackend openBackend() {
        return open(uri());
    }

    /** Opens each backend of this JVM. */
    LockBackend open(String uri) {
        return new FileOpener().open(uri);
    }

    @Override
    public String description() {
        return "files";
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(new ProcessAccess(FileOpener.class, uri()));
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return Optional.of(new FileStoreHooks(locks));
    }

    /** There is no network to break; this link breaks the calls of the backend instead. */
    @Override
    public Optional<FaultLink> link() {
        return Optional.of(new GatedLink(this::openBackend, Duration.ofMillis(250)));
    }

    @Override
    public List<StoreTrouble> troubles() {
        return List.of(
                FileTrouble.kept(this::open, locks),
                FileTrouble.fullDisk(this::open, locks),
                FileTrouble.lostDirectory(this::open, directory));
    }

    @Override
    public List<StoreDamage> damages() {
        FileStoreHooks hooks = new FileStoreHooks(locks);
        return List.of(
                new StoreDamage("a file full of garbage", name -> hooks.overwrite(name, (byte) 'x')),
                new StoreDamage("a file full of zeros", name -> hooks.overwrite(name, (byte) 0)),
                new StoreDamage("a file with a wrong byte here and there", hooks::scatter));
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return Optional.of(FileWallClock.in(directory));
    }

    private String uri() {
        return "file:" + locks;
    }

    @Override
    public void close() {
        // The directory belongs to the test.
    }
}
