// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusProdModeTest;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application as it is deployed, in a JVM of its own. */
final class ProductionIT {

    /** The extensions whose deployment is among the dependencies of these tests. */
    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withEmptyApplication()
            .setApplicationName("shop")
            .setApplicationVersion("1")
            .setRuntimeProperties(Map.of("quarkus.http.port", "0"))
            .setForcedDependencies(Stream.of("quarkus-micrometer", "quarkus-narayana-jta", "quarkus-smallrye-health")
                    .map(extension -> Dependency.of("io.quarkus", extension, Version.getVersion()))
                    .toList())
            .setRun(true)
            .setExpectExit(true);

    @Test
    void it_does_not_start_without_a_store() {
        assertThat(APPLICATION.getStartupConsoleOutput())
                .contains("interlock.uri is not set: write, for example, interlock.uri=redis://localhost:6379");
        assertThat(APPLICATION.getExitCode()).isEqualTo(1);
    }
}
