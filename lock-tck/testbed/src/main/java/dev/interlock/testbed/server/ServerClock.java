// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.RunDirectory;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.opentest4j.TestAbortedException;

/**
 * The wall clock of servers that are started with it, which a test can set while they run. It does not affect their
 * monotonic clocks or the clocks of other processes.
 *
 * <p>It is a library of ours ({@code clock.c}), compiled once per user and preloaded into the server. So it needs
 * Linux, a C compiler, and a dynamically linked server program. A wait until a point in time ends as it would by the
 * true clock; waits for durations are not affected.
 *
 * <p>Safe for use by many threads. Its file is deleted with this JVM.
 */
public final class ServerClock {

    /** Its name in {@link ServerSource#REQUIRE_PROPERTY}. */
    private static final String NAME = "clock";

    private static final String LIBRARY = "libclock.so";
    private static final String SOURCE = "clock.c";

    private final Path library;
    private final Path file;
    private final MappedByteBuffer offset;

    private ServerClock(Path library, Path file) throws IOException {
        this.library = library;
        this.file = file;
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            this.offset = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
        }
        offset.order(ByteOrder.nativeOrder());
    }

    /**
     * Makes a clock that shows the true time until it is {@linkplain #shift shifted}.
     *
     * @throws TestAbortedException if that is impossible here and {@code -Dinterlock.test.require} does not name {@code
     *     clock}
     * @throws AssertionError if that is impossible here and {@code -Dinterlock.test.require} names {@code clock}
     */
    public static ServerClock make() {
        return make(System.getenv(), System.getProperty("os.name"));
    }

    static ServerClock make(Map<String, String> environment, String osName) {
        try {
            if (!osName.equals("Linux")) {
                throw new IOException("libraries of ours are preloaded on Linux only");
            }
            Path file = RunDirectory.ofThisJvm().create(NAME).resolve("offset");
            return new ServerClock(library(environment), file);
        } catch (IOException e) {
            throw RequiredServers.missing(NAME, "no server's clock can be set here: " + e.getMessage());
        }
    }

    /** A changed source gets a new library. */
    private static Path library(Map<String, String> environment) throws IOException {
        String text = new String(CompiledLibrary.read(SOURCE), StandardCharsets.UTF_8);
        String name = "clock-" + Checksum.of(text).substring(0, 16);
        return UserCache.of(environment)
                .directory(name, empty -> CompiledLibrary.make(empty, LIBRARY, List.of(SOURCE), List.of(), environment))
                .resolve(LIBRARY);
    }

    /**
     * Sets the clock; the servers see the new time at their next reading.
     *
     * @param ahead how far ahead of the true time; negative is behind it, zero is the true time
     */
    public void shift(Duration ahead) {
        offset.putLong(0, ahead.toNanos());
    }

    @Override
    public String toString() {
        return "a clock of ours";
    }

    /**
     * The wrapper that starts a server with this clock.
     *
     * @return the words that {@link dev.interlock.testbed.os.ChildProcess#start} puts before a server's program
     */
    public List<String> wrapper() {
        return List.of("/usr/bin/env", "LD_PRELOAD=" + library, "INTERLOCK_CLOCK=" + file);
    }
}
