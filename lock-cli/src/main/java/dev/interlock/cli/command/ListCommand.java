// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.HeldLock;
import dev.interlock.LockClient;
import dev.interlock.LockOperator;
import dev.interlock.cli.exit.ExitCode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock list}: the locks that are held. */
@Command(
        name = "list",
        description =
                "Lists held locks: token, since when, time left, how many clients wait, and the holder's hint. A hyphen"
                        + " stands for what the store does not say. Locks that several may hold are left out.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:also if there are none",
            "64:bad usage",
            "69:the store cannot be reached",
            "77:the store refused, such as for a missing right"
        })
final class ListCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--max", paramLabel = "NUMBER", description = "The largest number of locks. Default: 1000.")
    private int most = 1_000;

    @Parameters(arity = "0..1", paramLabel = "PREFIX", description = "The start of the names. Default: all names.")
    private String prefix = "";

    @Override
    public Integer call() {
        try (LockClient client = store.connect()) {
            List<HeldLock> held = Requests.answered(
                    ExitCode.REFUSED, () -> client.operator().list(prefix, Math.min(most, LockOperator.MAX_LISTED)));
            Stream.concat(
                            Stream.of(row("NAME", "TOKEN", "SINCE", "LEFT", "WAITING", "HOLDER")),
                            held.stream().map(ListCommand::row))
                    .forEach(spec.commandLine().getOut()::print);
            spec.commandLine().getOut().flush();
            if (held.size() == most) {
                spec.commandLine().getErr().println("interlock: there may be more locks: raise --max");
            }
        }
        return ExitCode.OK;
    }

    private static String row(HeldLock lock) {
        return row(
                lock.name().value(),
                Long.toString(lock.holder().fencingToken()),
                lock.since().map(ListCommand::seconds).orElse("-"),
                lock.holder().remaining().map(TimeOption::text).orElse("-"),
                lock.waiters().isPresent() ? Integer.toString(lock.waiters().getAsInt()) : "-",
                lock.holder().hint().orElse("-"));
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String row(String... columns) {
        return String.format("%-40s %20s %-20s %8s %7s %s%n", (Object[]) columns);
    }
}
