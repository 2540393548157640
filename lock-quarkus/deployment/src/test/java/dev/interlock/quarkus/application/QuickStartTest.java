// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The quick start shows a class that is compiled; {@link ApplicationTest} runs it with the properties on the page. */
final class QuickStartTest {

    @Test
    void the_page_shows_exactly_this_code() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/interlock/quarkus/application/Payments.java"));
        assertThat(QuickStart.block("java")).isEqualTo(source.substring(source.indexOf("import ")));
    }
}
