// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Programs found by name. */
public final class Executables {

    private static final List<String> SERVER_DIRECTORIES = List.of("/usr/sbin", "/usr/local/sbin");
    private static final Path POSTGRES = Path.of("/usr/lib/postgresql");

    private Executables() {}

    /** All executables of this name in the directories of {@code PATH}, in their order. */
    public static Stream<Path> onPath(Map<String, String> environment, String name) {
        String[] directories = environment.getOrDefault("PATH", "").split(File.pathSeparator, -1);
        return in(Stream.of(directories).filter(directory -> !directory.isEmpty()), name);
    }

    /** As {@link #onPath}, and then in directories of server programs that are not in most users' {@code PATH}. */
    public static Stream<Path> ofServer(Map<String, String> environment, String name) {
        Stream<String> elsewhere = Stream.concat(SERVER_DIRECTORIES.stream(), versionsOf(POSTGRES));
        return Stream.concat(onPath(environment, name), in(elsewhere, name)).distinct();
    }

    /** Debian keeps each major version in a directory of its own; the newest first. */
    private static Stream<String> versionsOf(Path installations) {
        String[] versions = installations.toFile().list((directory, name) -> name.matches("\\d+"));
        return Stream.of(versions == null ? new String[0] : versions)
                .map(Integer::valueOf)
                .sorted(Comparator.reverseOrder())
                .map(version -> installations + "/" + version + "/bin");
    }

    private static Stream<Path> in(Stream<String> directories, String name) {
        return directories
                .map(directory -> Path.of(directory, name))
                .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path));
    }
}
