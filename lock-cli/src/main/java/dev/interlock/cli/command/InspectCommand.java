// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.cli.exit.ExitCode;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock inspect}: the holder of a lock. */
@Command(
        name = "inspect",
        description = "Shows the holder of a lock.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:held or free", "64:bad usage", "69:the store cannot be reached"})
final class InspectCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The lock.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Override
    public Integer call() {
        try (LockClient client = store.connect()) {
            Optional<Holder> holder = Requests.answered(ExitCode.UNAVAILABLE, () -> client.inspect(name));
            spec.commandLine().getOut().println(name + ": " + text(holder));
        }
        return ExitCode.OK;
    }

    static String text(Optional<Holder> holder) {
        return holder.map(InspectCommand::text).orElse("free");
    }

    private static String text(Holder holder) {
        return "held, token " + holder.fencingToken()
                + holder.remaining()
                        .map(left -> ", " + TimeOption.text(left) + " left")
                        .orElse("")
                + holder.hint().map(hint -> ", by " + hint).orElse("");
    }
}
