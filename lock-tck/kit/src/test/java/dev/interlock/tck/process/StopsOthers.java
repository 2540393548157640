// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A store whose clients lock it for each step, each of them stopped in the middle of one: while one is stopped, no
 * other is granted anything. Where it is, is the port of a host and a directory for the clients' process ids, with a
 * blank between them.
 */
public final class StopsOthers implements BackendOpener {

    @Override
    public LockBackend open(String at) {
        List<String> words = List.of(at.split(" ", 2));
        Path clients = Path.of(words.get(1));
        try {
            Files.createFile(
                    clients.resolve(Long.toString(ProcessHandle.current().pid())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ForwardingBackend(new HostedBackendOpener().open(words.get(0))) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                return anyStopped(clients) ? new AcquireOutcome.Refused(keptByTheStopped(), true) : step.get();
            }
        };
    }

    private static LockUnavailableException keptByTheStopped() {
        IllegalStateException cause = new IllegalStateException("a process is stopped");
        return new LockUnavailableException("kept by a process that is stopped", cause);
    }

    private static boolean anyStopped(Path clients) {
        try (Stream<Path> ids = Files.list(clients)) {
            return ids.anyMatch(id -> isStopped(id.getFileName().toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The state is the word behind the name of the program, which is in brackets; see proc(5) of Linux. */
    private static boolean isStopped(String id) {
        try {
            String stat = Files.readString(Path.of("/proc", id, "stat"));
            return stat.startsWith("T", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            // The process has ended.
            return false;
        }
    }
}
