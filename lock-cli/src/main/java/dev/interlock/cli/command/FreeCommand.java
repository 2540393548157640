// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.FreeResult;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.exit.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock free}: frees a lock that its holder cannot release. */
@Command(
        name = "free",
        description =
                "Frees a lock if its holder still has the token that was looked at. If the holder still works, the lock"
                        + " then has two owners, and only resources that check fencing tokens are safe: end its process first."
                        + " Prints an audit line on standard error.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:freed",
            "64:bad usage",
            "65:another holder has the lock; nothing was changed",
            "66:the lock is not held; nothing was changed",
            "67:the answer was no; nothing was changed",
            "69:the store cannot be reached; nothing was changed",
            "70:the store did not report whether it freed the lock: inspect it",
            "73:the audit file cannot be written; nothing was changed",
            "77:the store refused; nothing was changed"
        })
final class FreeCommand implements Callable<Integer> {

    private static final Set<String> YES = Set.of("y", "yes");

    @Mixin
    private final StoreOption store = new StoreOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--token",
            required = true,
            paramLabel = "N",
            description = "The token that list or inspect showed.")
    private long token;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--audit", paramLabel = "FILE", description = "Append the audit line to this file, too.")
    private @Nullable Path audit;

    @Parameters(paramLabel = "NAME", description = "The lock.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Override
    public Integer call() {
        if (token < 1) {
            throw new Failure(ExitCode.USAGE, "--token must be positive but was " + token);
        }
        try (LockClient client = store.connect()) {
            Optional<Holder> holder = Requests.answered(ExitCode.UNAVAILABLE, () -> client.inspect(name));
            requireStillTheSame(holder);
            if (!yes && !isConfirmed(holder)) {
                throw new Failure(ExitCode.DECLINED, "'" + name + "' not freed: not confirmed");
            }
            Writer file = AuditLine.open(audit);
            try {
                FreeResult result = Requests.answered(
                        ExitCode.REFUSED, () -> client.operator().free(name, token));
                record(result.getClass().getSimpleName().toLowerCase(Locale.ROOT), file);
                return exitCode(result);
            } catch (Failure e) {
                record("refused", file);
                throw e;
            }
        }
    }

    /** Only for a question that makes sense: the store checks the token again when it frees. */
    private void requireStillTheSame(Optional<Holder> holder) {
        if (holder.isEmpty()) {
            throw notHeld();
        }
        if (holder.get().fencingToken() != token) {
            throw otherToken(holder.get().fencingToken());
        }
    }

    private Failure notHeld() {
        return new Failure(ExitCode.NOT_HELD, "'" + name + "' not freed: it is not held");
    }

    private Failure otherToken(long present) {
        return new Failure(
                ExitCode.OTHER_TOKEN,
                "'" + name + "' not freed: its holder has token " + present + ", not " + token + ": look at it again");
    }

    private boolean isConfirmed(Optional<Holder> holder) {
        PrintWriter error = spec.commandLine().getErr();
        error.print("'" + name + "' on " + store.label() + " is " + InspectCommand.text(holder)
                + ".\nIf this holder still works, the lock will have two owners. Free it? [y/N] ");
        error.flush();
        try {
            // Not closed: standard input is not ours.
            String line = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
            return line != null && YES.contains(line.strip().toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void record(String result, @Nullable Writer file) {
        AuditLine line = new AuditLine(Instant.now(), name, token, store.label(), result);
        spec.commandLine().getErr().println(line.text());
        line.appendTo(file);
    }

    private int exitCode(FreeResult result) {
        if (result instanceof FreeResult.NotHeld) {
            throw notHeld();
        }
        if (result instanceof FreeResult.OtherToken other) {
            throw otherToken(other.token());
        }
        if (result instanceof FreeResult.Unknown unknown) {
            throw new Failure(
                    ExitCode.UNKNOWN,
                    "'" + name + "' perhaps freed: the store did not answer ("
                            + unknown.cause().getClass().getSimpleName() + "): inspect it");
        }
        return ExitCode.OK;
    }
}
