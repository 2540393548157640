// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How mysqld gets {@code libaio.so.1}, which it links to and many machines lack. In this order: the system's library;
 * the system's under its name in Debian 13 and Ubuntu 24.04; a stand-in of ours, compiled when needed, with which
 * mysqld must not use native asynchronous I/O.
 *
 * @param wrapper programs to start mysqld through
 * @param arguments that mysqld then needs
 */
record Libaio(List<String> wrapper, List<String> arguments) {

    private static final String LIBRARY = "libaio.so.1";
    private static final String RENAMED = "libaio.so.1t64";
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Libaio OF_THE_SYSTEM = new Libaio(List.of(), List.of());

    /**
     * Chooses the first that lets mysqld print its version.
     *
     * @throws IOException if there is no libaio and no stand-in can be made; the message contains the reason
     */
    static Libaio of(Path mysqld, Map<String, String> environment) throws IOException {
        if (!OF_THE_SYSTEM.isMissedBy(mysqld)) {
            return OF_THE_SYSTEM;
        }
        Optional<Path> renamed = renamed();
        if (renamed.isPresent()) {
            Path link = UserCache.of(environment)
                    .directory(
                            "libaio-renamed", empty -> Files.createSymbolicLink(empty.resolve(LIBRARY), renamed.get()));
            Libaio linked = in(link, List.of());
            if (!linked.isMissedBy(mysqld)) {
                return linked;
            }
        }
        return standIn(environment);
    }

    /** The stand-in, even if it is not needed; the loader finds it before the system's library. */
    static Libaio standIn(Map<String, String> environment) throws IOException {
        Path made = UserCache.of(environment).directory("libaio-stand-in", empty -> compile(empty, environment));
        return in(made, List.of("--innodb-use-native-aio=0"));
    }

    /** The answer of {@code mysqld --version} with this libaio. */
    ShortCommand version(Path mysqld) throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(mysqld.toString(), "--version"));
        return ShortCommand.run(LIMIT, command);
    }

    private boolean isMissedBy(Path mysqld) throws IOException {
        ShortCommand version = version(mysqld);
        return !version.succeeded() && version.output().contains(LIBRARY + ":");
    }

    private static Libaio in(Path directory, List<String> arguments) {
        return new Libaio(List.of("/usr/bin/env", "LD_LIBRARY_PATH=" + directory), arguments);
    }

    private static Optional<Path> renamed() {
        return Stream.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
                .map(directory -> Path.of(directory, RENAMED))
                .filter(Files::exists)
                .findFirst();
    }

    private static void compile(Path directory, Map<String, String> environment) throws IOException {
        List<String> options =
                List.of("-Wl,-soname," + LIBRARY, "-Wl,--version-script=" + directory.resolve("libaio.map"));
        try {
            CompiledLibrary.make(directory, LIBRARY, List.of("libaio.c", "libaio.map"), options, environment);
        } catch (IOException e) {
            throw new IOException(LIBRARY + " is missing, and so is a stand-in for it: " + e.getMessage(), e);
        }
    }
}
