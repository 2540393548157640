// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The quick start shows an application that starts with the properties that it shows. */
final class QuickStartTest {

    private static final Pattern SECTION = Pattern.compile("(?ms)^## Micronaut\n(.*?)^## ");
    private static final Pattern PROPERTIES = Pattern.compile("(?s)```properties\n(.*?)\n```");

    private static String section() throws IOException {
        Matcher section = SECTION.matcher(Files.readString(Path.of("../docs/quick-starts.md")));
        assertThat(section.find()).isTrue();
        return section.group(1);
    }

    @Test
    void the_page_shows_exactly_this_code() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/interlock/micronaut/docs/Payments.java"));
        assertThat(section()).contains("```java\n" + source.substring(source.indexOf("import ")) + "```");
    }

    @Test
    void the_application_locks_its_payments() throws IOException {
        Matcher properties = PROPERTIES.matcher(section());
        assertThat(properties.find()).isTrue();
        Properties shown = new Properties();
        shown.load(new StringReader(properties.group(1)));
        Map<String, Object> settings = new HashMap<>();
        shown.stringPropertyNames().forEach(name -> settings.put(name, shown.getProperty(name)));
        try (ApplicationContext application = ApplicationContext.run(PropertySource.of("application", settings, 0))) {
            String paid = application.getBean(Payments.class).pay("42");
            assertThat(paid).matches("order 42 paid with token \\d+");
        }
    }
}
