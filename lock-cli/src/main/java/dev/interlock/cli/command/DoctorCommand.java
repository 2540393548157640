// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.exit.Failure;
import dev.interlock.cli.log.ConsoleLog;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock doctor}: whether a store can keep locks, and what to change. */
@Command(
        name = "doctor",
        description =
                "Checks a store: login, rights, version and settings, as each client does at its start; each step of a"
                        + " lock, on a lock of its own; its clock; encryption. Each finding has its remedy.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:good", "1:warnings", "2:the store cannot be reached or cannot keep locks", "64:bad usage"})
final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "URI", description = "The store. Default: --store.")
    private @Nullable String uri;

    private int worst = ExitCode.OK;

    @Override
    public Integer call() throws InterruptedException {
        String checked = uri == null ? store.uri() : uri;
        long beganNanos = System.nanoTime();
        try (LockClient client = StoreOption.connect(checked)) {
            good("connected to " + StoreLabel.of(checked) + " ("
                    + client.capabilities().backend() + "), which has all that locks need, in "
                    + millisSince(beganNanos) + " ms");
            ConsoleLog.warnings().forEach(this::warning);
            ConsoleLog.notes().forEach(this::note);
            new StoreExamination(client, checked, this::good, this::warning).run();
            client.capabilities().missing().stream()
                    .filter(capability -> capability != Capability.ENDS_WITH_CONNECTION)
                    .forEach(capability -> note("not guaranteed: " + capability.absence()));
        } catch (Failure e) {
            if (e.exitCode() == ExitCode.USAGE) {
                throw e;
            }
            finding("BROKEN", String.valueOf(e.getMessage()), ExitCode.BROKEN);
        }
        return worst;
    }

    static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }

    private void good(String text) {
        finding("good", text, ExitCode.OK);
    }

    private void note(String text) {
        finding("note", text, ExitCode.OK);
    }

    private void warning(String text) {
        finding("WARNING", text, ExitCode.WARNINGS);
    }

    private void finding(String kind, String text, int exitCode) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%-8s %s%n", kind, text);
        worst = Math.max(worst, exitCode);
    }
}
