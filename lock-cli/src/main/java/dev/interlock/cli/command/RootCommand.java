// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import java.time.Duration;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;

/** {@code interlock} without a command shows its usage. */
@Command(
        name = "interlock",
        description =
                "Distributed locks: run a command under a lock, list locks with their holders, free a lock, check a store.",
        mixinStandardHelpOptions = true,
        versionProvider = RootCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            ListCommand.class,
            InspectCommand.class,
            WatchCommand.class,
            FreeCommand.class,
            CapabilitiesCommand.class,
            DoctorCommand.class,
            ManualCommand.class,
            GenerateCompletion.class,
            HelpCommand.class
        })
public final class RootCommand {

    private RootCommand() {}

    /** The program, to be given its arguments. */
    public static CommandLine program() {
        CommandLine program = new CommandLine(new RootCommand());
        program.registerConverter(Duration.class, new TimeOption());
        program.getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec().mixinStandardHelpOptions(true));
        return program;
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = RootCommand.class.getPackage().getImplementationVersion();
            return new String[] {"interlock " + (version == null ? "(not packaged)" : version)};
        }
    }
}
