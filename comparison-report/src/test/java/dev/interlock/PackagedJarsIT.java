// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The jars of this build, those of sources, tests and Javadoc among them if it made some. */
class PackagedJarsIT {

    private static final Path ROOT = Path.of("..");
    private static final PathMatcher OURS = FileSystems.getDefault().getPathMatcher("glob:**/target/*.jar");

    /** As {@code lock-tck/kit/target/lock-tck.jar} lies. */
    private static final int DEEPEST_JAR = 4;

    private static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, DEEPEST_JAR)) {
            return files.filter(OURS::matches).toList();
        }
    }

    /** Apache License 2.0, section 4: a user that passes our jars on must pass both on, and so must have them. */
    @Test
    void each_has_the_licence_and_the_notice() throws IOException {
        List<Path> jars = jars();
        assertThat(jars).hasSizeGreaterThanOrEqualTo(10);
        for (Path jar : jars) {
            try (JarFile opened = new JarFile(jar.toFile())) {
                for (String name : List.of("LICENSE", "NOTICE")) {
                    assertThat(opened.getEntry("META-INF/" + name))
                            .as("%s of %s", name, jar)
                            .isNotNull();
                    try (InputStream content = opened.getInputStream(opened.getEntry("META-INF/" + name))) {
                        String text = new String(content.readAllBytes(), UTF_8);
                        String ours = Files.readString(ROOT.resolve(name));
                        if (jar.endsWith("interlock.jar") && name.equals("NOTICE")) {
                            assertThat(text)
                                    .as("ours among those of the libraries inside")
                                    .contains(ours.strip());
                        } else {
                            assertThat(text).as("%s of %s", name, jar).isEqualTo(ours);
                        }
                    }
                }
            }
        }
    }
}
