// SPDX-License-Identifier: Apache-2.0
package dev.interlock.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the README shows: its example is compiled and run, its version is ours, and its links lead somewhere. */
class ReadmeTest {

    private static final Path README = Path.of("../README.md");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)\\s]*)?\\)");

    private final List<Long> saved = new ArrayList<>();

    @Test
    void the_example_runs() throws InterruptedException {
        try (OrderPayments payments = new OrderPayments("memory:", (order, fencingToken) -> saved.add(fencingToken))) {
            payments.pay("42");
            payments.pay("42");
        }
        assertThat(saved).hasSize(2).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void the_example_is_shown_as_it_is() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/interlock/readme/OrderPayments.java"));
        assertThat(Files.readString(README))
                .contains("```java\n" + source.substring(source.indexOf("import static")) + "```");
    }

    @Test
    void the_version_is_that_of_the_build() throws IOException {
        Matcher parent = Pattern.compile("<version>(.*)</version>").matcher(Files.readString(Path.of("pom.xml")));
        assertThat(parent.find()).isTrue();
        assertThat(Files.readString(README))
                .contains("<version>" + parent.group(1) + "</version>")
                .contains("dev.interlock:lock-redis:" + parent.group(1));
    }

    @Test
    void the_page_of_the_api_names_each_public_type() throws IOException {
        Matcher types = Pattern.compile("(?m)^public .*? dev\\.interlock\\.([A-Z]\\w*)")
                .matcher(Files.readString(Path.of("src/test/resources/public-api.txt")));
        List<String> names =
                types.results().map(type -> type.group(1)).distinct().toList();
        assertThat(names).hasSizeGreaterThan(30);
        String page = Files.readString(Path.of("../docs/api.md"));
        assertThat(names)
                .allMatch(name ->
                        Pattern.compile("`@?" + name + "[`\\w]*").matcher(page).find());
    }

    static List<Path> pages() throws IOException {
        try (var below = Files.walk(Path.of("../docs"))) {
            List<Path> pages = new ArrayList<>(
                    below.filter(page -> page.toString().endsWith(".md")).toList());
            pages.addAll(List.of(
                    README,
                    Path.of("../CONTRIBUTING.md"),
                    Path.of("../conformance/README.md"),
                    Path.of("../conformance/statements.md"),
                    Path.of("../examples/README.md"),
                    Path.of("../examples/service/README.md"),
                    Path.of("../examples/spring-boot-service/README.md")));
            return pages;
        }
    }

    /** Before anything was built: what a build makes is named, not linked. */
    @ParameterizedTest
    @MethodSource("pages")
    void links_lead_to_files_of_the_source(Path page) throws IOException {
        LINK.matcher(Files.readString(page))
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.startsWith("http"))
                .map(link -> page.resolveSibling(link).normalize())
                .forEach(target -> assertThat(target).exists().asString().doesNotContain("/target/"));
    }
}
