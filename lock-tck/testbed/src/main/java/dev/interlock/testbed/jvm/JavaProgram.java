// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.jvm;

import dev.interlock.testbed.os.ChildProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program for a JVM like this one: the same Java, the same class path.
 *
 * @param main the class with the method {@code main}
 * @param options of the JVM
 */
public record JavaProgram(Class<?> main, List<String> options) {

    /** The command {@code java} of this JVM's Java. */
    public static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    /** Copies the list. */
    public JavaProgram {
        options = List.copyOf(options);
    }

    /**
     * Starts the program, with its output in a log.
     *
     * @param directory its working directory, which gets the log
     * @param arguments of the program
     * @return the process
     */
    public ChildProcess start(Path directory, String... arguments) {
        return ChildProcess.start(List.of(), JAVA, command(arguments), directory);
    }

    /** Starts the program; this JVM uses its input and output, and only its errors go to the log. */
    ChildProcess startTalking(Path directory, String... arguments) {
        return ChildProcess.startTalking(JAVA, command(arguments), directory);
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
