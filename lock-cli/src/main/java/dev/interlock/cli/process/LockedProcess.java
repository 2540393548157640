// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.process;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command that runs under a lock, and ends before the lock does. While renewals succeed it runs as long as it likes. When a
 * third of the lease is left, because none succeeded for so long, or the lock is lost, the command and all processes below it
 * get TERM; when a tenth of the lease is left, or has passed since, they get KILL.
 */
public final class LockedProcess {

    /** The part of the lease that is left when the command gets TERM. */
    private static final int TERM_PART = 3;

    /** The part of the lease that is left when it gets KILL, for the kill itself. */
    private static final int KILL_PART = 10;

    private final Process process;
    private final LockHandle handle;
    private final Duration lease;
    private final CountDownLatch lost = new CountDownLatch(1);

    private LockedProcess(Process process, LockHandle handle, Duration lease) {
        this.process = process;
        this.handle = handle;
        this.lease = lease;
    }

    /** How a command ended. */
    public record End(int exitCode, boolean stopped, boolean killed) {}

    /**
     * Starts a command that has the streams of this program.
     *
     * @param variables added to its environment, or taken from it if the value is empty
     * @throws IOException if it cannot be started
     */
    public static LockedProcess start(
            List<String> command, Map<String, String> variables, LockHandle handle, Duration lease) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        variables.forEach((name, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        LockedProcess started = new LockedProcess(builder.start(), handle, lease);
        handle.onLost(loss -> started.lost.countDown(), Runnable::run);
        started.process.onExit().thenRun(started.lost::countDown);
        return started;
    }

    /** Passes a signal on. */
    public void signal(String name) {
        Signals.send(name, process.toHandle());
    }

    /** Waits for the end of the command, and brings it about in time if the lock is lost. */
    public End await() throws InterruptedException {
        Duration term = lease.dividedBy(TERM_PART);
        Duration left = left();
        while (process.isAlive() && left.compareTo(term) > 0) {
            // Renewals may have come by then. A loss, and the end of the command, end the wait.
            if (lost.await(left.minus(term).toNanos(), TimeUnit.NANOSECONDS)) {
                process.waitFor(1, TimeUnit.MILLISECONDS);
            }
            left = left();
        }
        return process.isAlive() ? stop(left) : new End(process.exitValue(), false, false);
    }

    /** Zero once the lock is lost. */
    private Duration left() {
        return handle.state() == HandleState.LOST ? Duration.ZERO : handle.remaining();
    }

    private End stop(Duration left) throws InterruptedException {
        Duration last = lease.dividedBy(KILL_PART);
        // A lost lock may be another's already, so the command has no more time than the kill itself is given.
        Duration grace = left.compareTo(last.multipliedBy(2)) > 0 ? left.minus(last) : last;
        List<ProcessHandle> tree = tree();
        tree.forEach(ProcessHandle::destroy);
        boolean ended = process.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS);
        // Also what the command has started, or left behind.
        boolean killed = Stream.concat(tree.stream(), tree().stream())
                        .filter(ProcessHandle::isAlive)
                        .filter(ProcessHandle::destroyForcibly)
                        .count()
                > 0;
        return new End(ended ? process.exitValue() : process.waitFor(), true, killed && !ended);
    }

    private List<ProcessHandle> tree() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
    }
}
