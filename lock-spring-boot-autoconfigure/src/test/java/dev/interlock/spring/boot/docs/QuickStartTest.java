// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The quick start shows an application that starts with the properties that it shows. */
final class QuickStartTest {

    private static final Pattern SECTION = Pattern.compile("(?ms)^## Spring Boot\n(.*?)^## ");
    private static final Pattern PROPERTIES = Pattern.compile("(?s)```properties\n(.*?)\n```");

    private static String section() throws IOException {
        Matcher section = SECTION.matcher(Files.readString(Path.of("../docs/quick-starts.md")));
        assertThat(section.find()).isTrue();
        return section.group(1);
    }

    @Test
    void the_page_shows_exactly_this_code() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/interlock/spring/boot/docs/Shop.java"));
        assertThat(section()).contains("```java\n" + source.substring(source.indexOf("import ")) + "```");
    }

    @Test
    void the_application_locks_its_payments() throws IOException {
        Matcher properties = PROPERTIES.matcher(section());
        assertThat(properties.find()).isTrue();
        try (ConfigurableApplicationContext shop = new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                // Boot wants to know one, because the tests have a driver. Nothing connects.
                .properties("spring.datasource.url=jdbc:postgresql://127.0.0.1:1/none")
                .properties(properties.group(1).split("\n"))
                .run()) {
            String paid = shop.getBean(Shop.Payments.class).pay("42");
            assertThat(paid).matches("order 42 paid with token \\d+");
        }
    }
}
