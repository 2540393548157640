// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.server;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Programs found by name. */
final class Executables {

    private static final List<String> SERVER_DIRECTORIES = List.of("/usr/sbin", "/usr/local/sbin");

    private Executables() {}

    /** All executables of this name in the directories of {@code PATH}, in their order. */
    static Stream<Path> onPath(Map<String, String> environment, String name) {
        String[] directories = environment.getOrDefault("PATH", "").split(File.pathSeparator, -1);
        return in(Stream.of(directories).filter(directory -> !directory.isEmpty()), name);
    }

    /** As {@link #onPath}, and then in two directories where servers live that the PATH of most users leaves out. */
    static Stream<Path> ofServer(Map<String, String> environment, String name) {
        return Stream.concat(onPath(environment, name), in(SERVER_DIRECTORIES.stream(), name))
                .distinct();
    }

    private static Stream<Path> in(Stream<String> directories, String name) {
        return directories
                .map(directory -> Path.of(directory, name))
                .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path));
    }
}
