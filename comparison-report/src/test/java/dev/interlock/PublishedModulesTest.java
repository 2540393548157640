// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What a release publishes, as the POMs have it: the BOM lists it all, and what only this build needs is not published. */
class PublishedModulesTest {

    private static final Path ROOT = Path.of("..");

    /** Where a POM has the modules that {@code -Dmodules=jars} leaves out. */
    private static final String UNPUBLISHED = "profiles/profile[id='unpublished']/modules/module";

    /** A POM as it is written. */
    private record Pom(String directory, Document xml) {

        static Pom in(String directory) {
            try {
                Path file = ROOT.resolve(directory).resolve("pom.xml");
                return new Pom(
                        directory,
                        DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(Files.newInputStream(file)));
            } catch (Exception e) {
                throw new IllegalStateException("no POM in " + directory, e);
            }
        }

        List<String> texts(String path) {
            try {
                NodeList found = (NodeList)
                        XPathFactory.newInstance().newXPath().evaluate("/project/" + path, xml, XPathConstants.NODESET);
                return IntStream.range(0, found.getLength())
                        .mapToObj(i -> found.item(i).getTextContent())
                        .toList();
            } catch (Exception e) {
                throw new IllegalStateException(path, e);
            }
        }

        String text(String path) {
            return String.join("", texts(path));
        }

        boolean isJar() {
            return !text("packaging").equals("pom");
        }

        boolean isPublished() {
            return !text("properties/maven.deploy.skip").equals("true");
        }

        /** This module and those below it that {@code -Dmodules=jars} builds. */
        Stream<Pom> withJars() {
            return with("modules/module", Pom::withJars);
        }

        Stream<Pom> withModules() {
            return with("modules/module | /project/" + UNPUBLISHED, Pom::withModules);
        }

        private Stream<Pom> with(String path, Function<Pom, Stream<Pom>> below) {
            return Stream.concat(
                    Stream.of(this),
                    texts(path).stream()
                            .flatMap(module ->
                                    below.apply(in(directory.isEmpty() ? module : directory + "/" + module))));
        }
    }

    private static List<Pom> modules() {
        return Pom.in("").withModules().toList();
    }

    @Test
    void the_bom_has_each_published_jar_in_its_own_version_and_nothing_else() {
        Pom bom = Pom.in("lock-bom");
        assertThat(bom.texts("dependencyManagement/dependencies/dependency/artifactId"))
                .containsExactlyInAnyOrderElementsOf(modules().stream()
                        .filter(Pom::isJar)
                        .filter(Pom::isPublished)
                        .map(module -> module.text("artifactId"))
                        .toList());
        assertThat(bom.texts("dependencyManagement/dependencies/dependency/version"))
                .containsOnly("${project.version}");
        assertThat(bom.text("version")).isEqualTo(Pom.in("").text("version"));
    }

    /** Else it would bring the versions of all that we build with to its users. */
    @Test
    void the_bom_has_no_parent() {
        assertThat(Pom.in("lock-bom").texts("parent")).isEmpty();
    }

    @Test
    void the_jars_can_be_built_without_what_is_not_published_and_that_only() {
        assertThat(Pom.in("").withJars().map(Pom::directory))
                .containsExactlyInAnyOrderElementsOf(modules().stream()
                        .filter(Pom::isPublished)
                        .map(Pom::directory)
                        .toList());
    }

    @Test
    void the_report_what_tests_the_engine_and_the_examples_are_not_published() {
        List<String> atHome = new ArrayList<>();
        modules().stream().filter(module -> !module.isPublished()).forEach(module -> atHome.add(module.directory()));
        assertThat(atHome)
                .containsExactlyInAnyOrder(
                        "comparison-report",
                        "comparison-report/peers",
                        "lock-tck/histories",
                        "lock-tck/model",
                        "lock-tck/simulation",
                        "lock-tck/stress",
                        "lock-tck/trials",
                        "examples/use-cases",
                        "examples/service",
                        "examples/spring-boot-service",
                        "examples/file-backend");
    }
}
