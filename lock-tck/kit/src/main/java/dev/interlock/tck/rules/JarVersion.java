// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The version of the jar that a class comes from. */
final class JarVersion {

    private JarVersion() {}

    /** The version in the jar's manifest, or in the descriptor that Maven puts into a jar; empty if there is neither. */
    static String of(Class<?> type) {
        String implementation = type.getPackage().getImplementationVersion();
        if (implementation != null) {
            return implementation;
        }
        try {
            Path jar = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            return Files.isRegularFile(jar) ? ofMaven(jar) : "";
        } catch (URISyntaxException | IOException e) {
            return "";
        }
    }

    /** Several descriptors mean that other jars were packed into this one. */
    private static String ofMaven(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            List<JarEntry> descriptors = file.stream()
                    .filter(entry -> entry.getName().startsWith("META-INF/maven/")
                            && entry.getName().endsWith("/pom.properties"))
                    .toList();
            if (descriptors.size() != 1) {
                return "";
            }
            Properties maven = new Properties();
            try (InputStream in = file.getInputStream(descriptors.get(0))) {
                maven.load(in);
            }
            return maven.getProperty("version", "");
        }
    }
}
