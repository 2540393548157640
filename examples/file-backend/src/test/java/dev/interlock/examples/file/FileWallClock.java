// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.StoreWallClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Files of their own, on a simulated machine whose wall clock can be set. */
final class FileWallClock implements StoreWallClock {

    private final Path directory;
    private final InstantSource wall = () -> Instant.now().plus(this.ahead);
    private volatile Duration ahead = Duration.ZERO;

    private FileWallClock(Path directory) {
        this.directory = directory;
    }

    static FileWallClock in(Path parent) {
        try {
            return new FileWallClock(Files.createTempDirectory(parent, "clocked"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public LockBackend openBackend() {
        return new FileLockBackend(directory, Duration.ofSeconds(2), wall);
    }

    @Override
    public void set(Duration time) {
        ahead = time;
    }

    @Override
    public Duration ahead() {
        return Duration.between(Instant.now(), wall.instant());
    }

    @Override
    public void close() {
        // The directory belongs to the test.
    }
}
