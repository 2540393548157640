// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli;

import dev.interlock.cli.command.RootCommand;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.exit.Failure;
import dev.interlock.cli.log.ConsoleLogProvider;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The program {@code interlock}. */
public final class Interlock {

    private static final String USERS = "://[^/\\s]*@";
    private static final String PASSWORDS = "(?i)(password=)[^&\\s'\"]*";

    private Interlock() {}

    /** Runs one command and ends with its exit code. */
    public static void main(String[] arguments) {
        // Not as a service, which would be the log of every program that has this jar on its class path.
        System.setProperty("slf4j.provider", ConsoleLogProvider.class.getName());
        System.setProperty("slf4j.internal.verbosity", "WARN");
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        CommandLine program = RootCommand.program();
        program.setParameterExceptionHandler(Interlock::misused);
        program.setExecutionExceptionHandler((thrown, command, parsed) -> failed(thrown, command));
        return program.execute(arguments);
    }

    private static int misused(ParameterException thrown, String[] arguments) {
        line(thrown.getCommandLine(), String.valueOf(thrown.getMessage()));
        return ExitCode.USAGE;
    }

    private static int failed(Exception thrown, CommandLine command) {
        line(command, thrown instanceof Failure ? String.valueOf(thrown.getMessage()) : String.valueOf(thrown));
        return thrown instanceof Failure failure ? failure.exitCode() : ExitCode.UNKNOWN;
    }

    /** One line, without control characters and secrets, whatever was typed. */
    private static void line(CommandLine command, String message) {
        PrintWriter error = command.getErr();
        error.println("interlock: "
                + message.replaceAll("\\p{Cntrl}+", " ")
                        .replaceAll(USERS, "://***@")
                        .replaceAll(PASSWORDS, "$1***")
                        .strip());
        error.flush();
    }
}
