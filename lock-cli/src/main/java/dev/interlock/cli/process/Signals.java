// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.process;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The signals INT, TERM and HUP, which this program passes on instead of ending by them. By {@code sun.misc.Signal}, since
 * Java has no other way to learn which signal came; by its name, since the compiler warns of it. Without it, as on another
 * JVM, the program ends by its signals.
 */
public final class Signals {

    /** What is passed on. */
    private static final String[] PASSED = {"INT", "TERM", "HUP"};

    private Signals() {}

    /** Receives the names of signals from now on, on threads of the JVM. */
    public static void receive(Consumer<String> receiver) {
        for (String name : PASSED) {
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                Object ours = Proxy.newProxyInstance(
                        Signals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                            if (method.getName().equals("handle")) {
                                receiver.accept(name);
                                return null;
                            }
                            return switch (method.getName()) {
                                case "hashCode" -> System.identityHashCode(proxy);
                                case "equals" -> proxy == arguments[0];
                                default -> name;
                            };
                        });
                signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                // This JVM or system has no such signal.
            }
        }
    }

    /** Sends a signal to a process, by the system's own program where Java cannot. */
    public static void send(String name, ProcessHandle process) {
        if (name.equals("TERM")) {
            process.destroy();
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
        } catch (IOException e) {
            process.destroy();
        }
    }

    /**
     * Whether this process is in the foreground of a terminal, whose Ctrl-C reaches the command as well: passed on, it
     * would come twice. Read from {@code /proc}; false elsewhere.
     */
    public static boolean comeFromTheTerminal() {
        return stat().filter(fields -> fields.length > 5 && fields[2].equals(fields[5]))
                .isPresent();
    }

    /** The fields behind the name of the program: state, parent, group, session, terminal, group in its foreground. */
    private static Optional<String[]> stat() {
        try {
            String text = Files.readString(Path.of("/proc/self/stat"));
            return Optional.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
