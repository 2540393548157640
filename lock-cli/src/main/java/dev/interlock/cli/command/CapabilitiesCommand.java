// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code interlock capabilities}: what a store guarantees. */
@Command(
        name = "capabilities",
        description = "Shows what the store guarantees, and what each missing capability means.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:shown", "64:bad usage", "69:the store cannot be reached"})
final class CapabilitiesCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (LockClient client = store.connect()) {
            Capabilities capabilities = client.capabilities();
            out.println(capabilities.backend() + ": leases of " + capabilities.minLease() + " to "
                    + capabilities.maxLease() + ", waiting " + capabilities.waiting());
            for (Capability capability : Capability.values()) {
                boolean has = capabilities.has(capability);
                out.printf("%-4s %-26s %s%n", has ? "yes" : "no", capability, has ? "" : capability.absence());
            }
        }
        return ExitCode.OK;
    }
}
