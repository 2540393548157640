// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.exit.Failure;
import dev.interlock.cli.log.ConsoleLog;
import dev.interlock.cli.process.LockedProcess;
import dev.interlock.cli.process.SignalTarget;
import dev.interlock.cli.process.Signals;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock run}: a command under a lock. */
@Command(
        name = "run",
        customSynopsis =
                "interlock run [-s=URI] [--wait=TIME] [--lease=TIME] [--once-per=TIME] NAME -- COMMAND [ARGUMENT...]",
        description =
                "Runs a command while it holds a lock. The command finds the fencing token in INTERLOCK_TOKEN and the"
                        + " name in INTERLOCK_NAME. INT, TERM and HUP are passed on.",
        footer = {
            "",
            "When a third of the lease is left because no renewal succeeded, or when the lock is lost, the command and its"
                    + " children get TERM, and at a tenth of the lease KILL. Then the exit code is 79."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0..125:the command's",
            "64:bad usage",
            "69:the store cannot be reached, or cannot keep locks",
            "70:the store did not report whether it granted the lock",
            "75:not acquired: another holder has the lock, or it is closed by --once-per",
            "79:the lock was lost, and the command was stopped",
            "126:the command cannot be started",
            "127:the command does not exist",
            "128+n:the command, or this program, was ended by signal n"
        })
final class RunCommand implements Callable<Integer> {

    /** A shorter one leaves no time to stop a command: TERM at a third, KILL at a tenth. */
    private static final Duration MIN_LEASE = Duration.ofSeconds(1);

    private static final Duration RENEWAL_LIMIT = Duration.ofSeconds(10);

    @Mixin
    private final StoreOption store = new StoreOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--wait", paramLabel = "TIME", description = "How long to wait for the lock. Default: not at all.")
    private Duration wait = Duration.ZERO;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "After a crash of this host the lock is free after this time. Default: 30s.")
    private Duration lease = Duration.ofSeconds(30);

    @Option(
            names = "--once-per",
            paramLabel = "TIME",
            description =
                    "Keeps the lock closed for this time after the grant, by the store's clock, even if the command"
                            + " ends before. For cron: choose somewhat less than the period.")
    private @Nullable Duration oncePer;

    @Parameters(index = "0", paramLabel = "NAME", description = "The lock.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "After --: the command and its arguments.")
    private List<String> command = List.of();

    @Override
    public Integer call() throws InterruptedException {
        checkArguments();
        SignalTarget signals = new SignalTarget(Thread.currentThread());
        Signals.receive(signals::received);
        try (LockClient client = store.connect()) {
            ConsoleLog.print();
            Capability keeps = Capability.KEEPS_LOCK_DELAY;
            if (oncePer != null && !client.capabilities().has(keeps)) {
                throw new Failure(
                        ExitCode.USAGE,
                        "--once-per needs a store that keeps a lock without its holder, and " + store.label()
                                + " does not: use Redis or a lease in SQL");
            }
            LockHandle handle = acquire(client);
            long beganNanos = System.nanoTime();
            LockedProcess process = start(handle);
            signals.passTo(process);
            LockedProcess.End end = process.await();
            if (end.stopped()) {
                error().println("interlock: '" + name + "' (token " + handle.fencingToken()
                        + ") is lost or was not renewed in time; the command was stopped by "
                        + (end.killed() ? "KILL" : "TERM"));
                // Perhaps not lost: only the store did not answer in time.
                handle.release();
                return ExitCode.LOST;
            }
            return finish(handle, Duration.ofNanos(System.nanoTime() - beganNanos), end.exitCode());
        } catch (InterruptedException e) {
            return signals.exitCode();
        }
    }

    private void checkArguments() {
        if (lease.compareTo(MIN_LEASE) < 0) {
            throw new Failure(ExitCode.USAGE, "--lease must be at least 1s but was " + TimeOption.text(lease));
        }
        if (oncePer != null && oncePer.compareTo(lease) < 0) {
            throw new Failure(ExitCode.USAGE, "--once-per must be at least the lease, " + TimeOption.text(lease));
        }
        // Before the lock is taken: a command that is not there must not close it.
        if (!isStartable(command.get(0))) {
            throw new Failure(ExitCode.NOT_FOUND, "'" + command.get(0) + "' not started: there is no such command");
        }
    }

    /** As the system will look for it; on Windows, where names have endings, the start decides. */
    private static boolean isStartable(String program) {
        String path = System.getenv("PATH");
        if (program.contains("/")) {
            return Files.exists(Path.of(program));
        }
        if (path == null || File.separatorChar != '/') {
            return true;
        }
        for (String directory : path.split(File.pathSeparator, -1)) {
            if (Files.isExecutable(Path.of(directory.isEmpty() ? "." : directory, program))) {
                return true;
            }
        }
        return false;
    }

    private LockHandle acquire(LockClient client) throws InterruptedException {
        try {
            return client.lock(name).acquire(AcquireOptions.waitAtMost(wait).withLease(lease));
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (LockTimeoutException e) {
            throw new Failure(ExitCode.NOT_ACQUIRED, String.valueOf(e.getMessage()));
        } catch (LockOutcomeUnknownException e) {
            throw new Failure(ExitCode.UNKNOWN, String.valueOf(e.getMessage()));
        } catch (LockException e) {
            throw new Failure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private LockedProcess start(LockHandle handle) {
        try {
            return LockedProcess.start(
                    command,
                    Map.of(
                            "INTERLOCK_TOKEN",
                            Long.toString(handle.fencingToken()),
                            "INTERLOCK_NAME",
                            name,
                            StoreOption.VARIABLE,
                            ""),
                    handle,
                    lease);
        } catch (IOException e) {
            handle.release();
            throw new Failure(
                    ExitCode.NOT_STARTED, "'" + command.get(0) + "' not started: " + String.valueOf(e.getMessage()));
        }
    }

    private int finish(LockHandle handle, Duration took, int exitCode) {
        Duration closed = oncePer == null ? Duration.ZERO : oncePer.minus(took);
        if (closed.compareTo(AcquireOptions.MIN_LEASE) > 0) {
            keepClosed(handle, closed);
            error().flush();
            // Not by the end of the client, which would release the lock.
            Runtime.getRuntime().halt(exitCode);
        }
        if (handle.release() == ReleaseResult.NOT_HELD) {
            error().println("interlock: '" + name + "' (token " + handle.fencingToken()
                    + ") was lost before the command ended; the exit code is the command's");
        }
        return exitCode;
    }

    private void keepClosed(LockHandle handle, Duration closed) {
        long endNanos = System.nanoTime() + RENEWAL_LIMIT.toNanos();
        RenewResult renewed;
        do {
            renewed = handle.renew(closed);
        } while (renewed == RenewResult.UNKNOWN && System.nanoTime() - endNanos < 0);
        if (renewed != RenewResult.RENEWED) {
            error().println("interlock: '" + name + "' is not kept closed for the rest of --once-per: the renewal was "
                    + renewed);
        }
    }

    private PrintWriter error() {
        return spec.commandLine().getErr();
    }
}
