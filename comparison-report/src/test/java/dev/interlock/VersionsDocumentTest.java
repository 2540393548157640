// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/versions.md} lists what the build runs on: the managed versions, and what test runs swap them for. */
class VersionsDocumentTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+\\.version)>([^<]+)</");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([\\w.-]+:[\\w.-]+)` \\|(.*)\\|$");
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    @Test
    void its_rows_are_the_versions_that_the_smoke_tests_run_on() throws IOException {
        Map<String, String> properties = PROPERTY.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
        Set<String> drivers = new TreeSet<>();
        Set<String> listed = new TreeSet<>();
        for (MatchResult row : ROW.matcher(Files.readString(ROOT.resolve("docs/versions.md")))
                .results()
                .toList()) {
            drivers.add(row.group(1));
            VERSION.matcher(row.group(2))
                    .results()
                    .forEach(version -> listed.add(row.group(1) + ":" + version.group()));
        }
        assertThat(drivers).as("drivers of docs/versions.md").hasSizeGreaterThan(5);
        Set<String> run = new TreeSet<>();
        for (String module : Set.of("lock-redis/pom.xml", "lock-zookeeper/pom.xml", "lock-jdbc/pom.xml")) {
            run.addAll(artifacts(module, "additionalClasspathDependency", drivers));
        }
        run.addAll(artifacts("pom.xml", "dependency", drivers));
        assertThat(listed)
                .isEqualTo(run.stream()
                        .map(artifact -> resolved(artifact, properties))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Set<String> artifacts(String pom, String element, Set<String> drivers) throws IOException {
        Pattern pattern = Pattern.compile("<" + element + ">\\s*<groupId>([^<]+)</groupId>\\s*"
                + "<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)</version>");
        Stream<MatchResult> found =
                pattern.matcher(Files.readString(ROOT.resolve(pom))).results();
        return found.filter(match -> drivers.contains(match.group(1) + ":" + match.group(2)))
                .map(match -> match.group(1) + ":" + match.group(2) + ":" + match.group(3))
                .collect(Collectors.toSet());
    }

    private static String resolved(String artifact, Map<String, String> properties) {
        int start = artifact.indexOf("${");
        return start < 0
                ? artifact
                : artifact.substring(0, start) + properties.get(artifact.substring(start + 2, artifact.length() - 1));
    }
}
