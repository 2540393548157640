// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/**
 * {@code interlock generate-manual}: the manual page, from the same source as the help. In roff, which {@code man} reads;
 * picocli's own generator writes AsciiDoc, which takes a further program.
 */
@Command(
        name = "generate-manual",
        description = "Prints the manual page, for man: interlock generate-manual > interlock.1")
final class ManualCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        CommandLine program = spec.root().commandLine();
        out.println(".TH INTERLOCK 1");
        out.println(".SH NAME");
        out.println("interlock \\- " + escaped(description(program.getCommandSpec())));
        out.println(".SH SYNOPSIS");
        out.println(".B interlock");
        out.println("COMMAND [ARGUMENT...]");
        out.println(".SH COMMANDS");
        program.getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden())
                .forEach(command -> command(command, out));
        out.println(".SH ENVIRONMENT");
        out.println(".TP\n.B " + StoreOption.VARIABLE + "\nThe store, if there is no --store.");
        return 0;
    }

    private static void command(CommandSpec command, PrintWriter out) {
        String synopsis = command.commandLine().getHelp().synopsis(0);
        out.println(".SS \"" + escaped(synopsis.replaceAll("\\s+", " ").strip()) + "\"");
        out.println(escaped(description(command)));
        for (ArgSpec positional : command.positionalParameters()) {
            entry(positional.paramLabel(), positional, out);
        }
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                entry(
                        String.join(", ", option.names()) + (option.arity().max() > 0 ? " " + option.paramLabel() : ""),
                        option,
                        out);
            }
        }
        for (String line : command.usageMessage().footer()) {
            if (!line.isEmpty()) {
                out.println(".PP\n" + escaped(line));
            }
        }
        for (Map.Entry<String, String> code :
                command.usageMessage().exitCodeList().entrySet()) {
            out.println(".TP\nExit code " + escaped(code.getKey()) + "\n" + escaped(code.getValue()));
        }
    }

    private static void entry(String label, ArgSpec argument, PrintWriter out) {
        out.println(".TP\n.B \"" + escaped(label) + "\"\n" + escaped(String.join(" ", argument.description())));
    }

    private static String description(CommandSpec command) {
        return String.join(" ", command.usageMessage().description());
    }

    /** Text that roff does not interpret, without the colours of picocli. */
    private static String escaped(String text) {
        String plain = Ansi.OFF.string(text);
        return (plain.startsWith(".") || plain.startsWith("'") ? "\\&" : "")
                + plain.replace("\\", "\\e").replace("-", "\\-").replace("%n", " ");
    }
}
