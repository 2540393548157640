// SPDX-License-Identifier: Apache-2.0
package dev.interlock.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The blocks of docs/quick-starts.md name what is published, in Maven as in Gradle, and the code for plain Java runs.
 * The code of each framework is compiled and run by the tests of its module, and {@code .ci/quick-starts} builds and
 * starts all of them with the modules of a release.
 */
class QuickStartsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([\\w-]+)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>(.*?)</version>");
    private static final Pattern OF_GRADLE = Pattern.compile("implementation\\(\"dev\\.interlock:([\\w-]+)\"\\)");
    private static final Pattern OF_A_PROCESSOR = Pattern.compile("annotationProcessor\\(\"([\\w.-]+):([\\w-]+)\"\\)");

    /** As many lines as a screen shows; the longest has a block for the annotation processor. */
    private static final int SCREEN = 75;

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve(QuickStart.PAGE));
    }

    private static String ours() throws IOException {
        return Files.readString(ROOT.resolve("pom.xml"));
    }

    static List<QuickStart> quickStarts() throws IOException {
        return QuickStart.of(page());
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    @Test
    void there_is_one_for_each_framework() throws IOException {
        assertThat(quickStarts())
                .extracting(QuickStart::title)
                .containsExactly("Plain Java", "Spring Boot", "Micronaut", "Quarkus", "Kotlin");
    }

    @ParameterizedTest
    @MethodSource("quickStarts")
    void each_fits_on_a_screen(QuickStart quickStart) {
        assertThat(quickStart.text().lines()).hasSizeLessThanOrEqualTo(SCREEN);
    }

    @Test
    void the_BOM_is_ours_and_has_the_version_of_the_build() throws IOException {
        String version = found(VERSION, Files.readString(Path.of("pom.xml"))).get(0);
        assertThat(QuickStart.bom(page()))
                .contains("<groupId>dev.interlock</groupId>", "<artifactId>lock-bom</artifactId>")
                .contains("<version>" + version + "</version>", "<scope>import</scope>");
        assertThat(page()).contains("implementation(platform(\"dev.interlock:lock-bom:" + version + "\"))");
    }

    @ParameterizedTest
    @MethodSource("quickStarts")
    void Maven_and_Gradle_get_the_same_published_modules(QuickStart quickStart) throws IOException {
        List<String> modules = found(ARTIFACT, quickStart.dependencies());
        assertThat(modules)
                .isNotEmpty()
                .isSubsetOf(found(ARTIFACT, Files.readString(ROOT.resolve("lock-bom/pom.xml"))))
                .isEqualTo(found(OF_GRADLE, quickStart.gradle()));
        assertThat(found(Pattern.compile("<groupId>(.*)</groupId>"), quickStart.dependencies()))
                .hasSameSizeAs(modules)
                .containsOnly("dev.interlock");
        assertThat(found(VERSION, quickStart.dependencies()))
                .as("the BOM has it")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("quickStarts")
    void Maven_and_Gradle_get_the_same_annotation_processor(QuickStart quickStart) {
        List<String> processors = OF_A_PROCESSOR
                .matcher(quickStart.gradle())
                .results()
                .map(match -> "<groupId>" + match.group(1) + "</groupId>\n        <artifactId>" + match.group(2))
                .toList();
        assertThat(processors).hasSize(quickStart.title().equals("Micronaut") ? 1 : 0);
        assertThat(quickStart.plugin().isEmpty()).isEqualTo(processors.isEmpty());
        assertThat(processors).allMatch(quickStart.plugin()::contains);
    }

    @ParameterizedTest
    @MethodSource("quickStarts")
    void each_becomes_a_project(QuickStart quickStart, @TempDir Path folder) throws Exception {
        Path project = quickStart.write(page(), ours(), "file:///staging", folder);
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(project.resolve("pom.xml").toFile())
                        .getDocumentElement()
                        .getTagName())
                .isEqualTo("project");
        try (Stream<Path> files = Files.walk(project.resolve("src"))) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(2);
        }
        assertThat(project.resolve("command")).content().startsWith("mvn ");
    }

    @Test
    void the_code_for_plain_Java_is_shown_as_it_is() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/interlock/readme/Payments.java"));
        assertThat(quickStarts().get(0).code()).isEqualTo(source.substring(source.indexOf("import ")));
    }

    @Test
    void the_code_for_plain_Java_runs() throws Exception {
        try (LockClient locks = LockClient.connect("memory:quick-start")) {
            String paid = new Payments(locks).pay("42");
            assertThat(paid).isEqualTo("order 42 paid with token 1");
            assertThat(page()).contains("`" + paid + "`");
        }
        Payments.main(new String[0]);
    }
}
