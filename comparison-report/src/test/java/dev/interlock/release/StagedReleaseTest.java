// SPDX-License-Identifier: Apache-2.0
package dev.interlock.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release of a BOM, a parent and a jar, which keeps the rules until a test breaks one. */
class StagedReleaseTest {

    private static final String VERSION = "0.1.0";
    private static final Map<String, String> CHECKSUMS =
            Map.of(".md5", "MD5", ".sha1", "SHA-1", ".sha256", "SHA-256", ".sha512", "SHA-512");

    private static final String BOM = """
            <project><groupId>dev.interlock</groupId><artifactId>lock-bom</artifactId><version>0.1.0</version>
            <packaging>pom</packaging>%s<dependencyManagement><dependencies><dependency><groupId>dev.interlock</groupId>
            <artifactId>lock-api</artifactId><version>${project.version}</version></dependency></dependencies>
            </dependencyManagement></project>""";
    private static final String PARENT = """
            <project><groupId>dev.interlock</groupId><artifactId>interlock-parent</artifactId><version>0.1.0</version>
            <packaging>pom</packaging>%s</project>""";
    private static final String ABOUT = """
            <name>Interlock</name><description>Locks</description><url>https://interlock.dev</url>
            <licenses><license><name>Apache-2.0</name><url>https://www.apache.org/licenses/</url></license></licenses>
            <developers><developer><name>We</name></developer></developers>
            <scm><connection>scm:git:https://interlock.dev/interlock.git</connection><url>https://interlock.dev</url></scm>
            """;
    private static final String API = """
            <project><parent><groupId>dev.interlock</groupId><artifactId>interlock-parent</artifactId>
            <version>0.1.0</version></parent><artifactId>lock-api</artifactId><name>API</name>
            <description>The API</description>%s</project>""";

    @TempDir
    private Path folder;

    @BeforeEach
    void stage() throws Exception {
        pom("lock-bom", BOM.formatted(ABOUT));
        pom("interlock-parent", PARENT.formatted(ABOUT));
        pom("lock-api", API.formatted(""));
        jar("lock-api", ".jar", "dev/interlock/LockClient.class", "META-INF/LICENSE", "META-INF/NOTICE");
        jar("lock-api", "-sources.jar", "dev/interlock/LockClient.java", "META-INF/LICENSE", "META-INF/NOTICE");
        jar("lock-api", "-javadoc.jar", "index.html", "META-INF/LICENSE", "META-INF/NOTICE");
        stage("lock-api", "-cyclonedx.json", "{}".getBytes(UTF_8));
        stage("lock-api", "-cyclonedx.xml", "<bom/>".getBytes(UTF_8));
    }

    @Test
    void a_complete_release_keeps_all_rules() throws Exception {
        assertThat(faults()).isEmpty();
    }

    @Test
    void a_missing_Javadoc_jar_is_a_fault() throws Exception {
        remove("lock-api", "-javadoc.jar");
        assertThat(faults()).containsExactly("lock-api-0.1.0-javadoc.jar is not staged");
    }

    @Test
    void a_missing_list_of_ingredients_is_a_fault() throws Exception {
        remove("lock-api", "-cyclonedx.json");
        assertThat(faults()).containsExactly("lock-api-0.1.0-cyclonedx.json is not staged");
    }

    @Test
    void a_jar_of_sources_without_a_source_is_a_fault() throws Exception {
        jar("lock-api", "-sources.jar", "META-INF/LICENSE", "META-INF/NOTICE");
        assertThat(faults()).containsExactly("lock-api-0.1.0-sources.jar has no source");
    }

    @Test
    void a_module_without_a_class_needs_no_source() throws Exception {
        jar("lock-api", ".jar", "META-INF/LICENSE", "META-INF/NOTICE");
        jar("lock-api", "-sources.jar", "META-INF/LICENSE", "META-INF/NOTICE");
        assertThat(faults()).isEmpty();
    }

    @Test
    void a_missing_signature_is_a_fault() throws Exception {
        Files.delete(file("lock-api", ".jar.asc"));
        assertThat(faults()).containsExactly("lock-api-0.1.0.jar is not signed");
    }

    @Test
    void a_signature_that_is_none_or_of_no_file_is_a_fault() throws Exception {
        Files.writeString(file("lock-api", ".jar.asc"), "signed: me");
        Files.writeString(file("lock-api", "-tests.jar.asc"), "-----BEGIN PGP SIGNATURE-----");
        assertThat(faults())
                .containsExactly(
                        "lock-api-0.1.0-tests.jar.asc is of no file", "lock-api-0.1.0.jar.asc is no signature");
    }

    @Test
    void a_missing_a_wrong_and_a_left_over_checksum_are_faults() throws Exception {
        Files.delete(file("lock-api", ".jar.md5"));
        Files.writeString(file("lock-api", ".jar.sha1"), "0".repeat(40));
        Files.writeString(file("lock-api", "-tests.jar.sha1"), "0".repeat(40));
        assertThat(faults())
                .containsExactlyInAnyOrder(
                        "lock-api-0.1.0.jar.md5 is not staged",
                        "lock-api-0.1.0.jar.sha1 is wrong",
                        "lock-api-0.1.0-tests.jar.sha1 is of no file");
    }

    @Test
    void a_dependency_on_a_snapshot_is_a_fault() throws Exception {
        pom("lock-api", API.formatted("""
                <dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId>
                <version>2.1-SNAPSHOT</version></dependency></dependencies>"""));
        assertThat(faults()).containsExactly("lock-api: its POM names 2.1-SNAPSHOT");
    }

    @Test
    void a_snapshot_in_a_property_is_a_fault() throws Exception {
        pom("lock-api", API.formatted("<properties><jedis.version>9-SNAPSHOT</jedis.version></properties>"));
        assertThat(faults()).containsExactly("lock-api: its POM names 9-SNAPSHOT");
    }

    @Test
    void a_dependency_on_a_module_that_is_not_staged_is_a_fault_unless_it_is_for_tests() throws Exception {
        pom("lock-api", API.formatted("""
                <dependencies><dependency><groupId>dev.interlock</groupId><artifactId>lock-engine</artifactId></dependency>
                <dependency><groupId>dev.interlock</groupId><artifactId>lock-tck</artifactId><scope>test</scope>
                </dependency></dependencies>"""));
        assertThat(faults()).containsExactly("lock-api needs lock-engine, which is not staged");
    }

    @Test
    void a_repository_of_our_own_and_a_file_of_the_system_are_faults() throws Exception {
        pom("lock-api", API.formatted("""
                <repositories><repository><id>ours</id></repository></repositories>
                <dependencies><dependency><systemPath>/lib/x.jar</systemPath></dependency></dependencies>"""));
        assertThat(faults())
                .containsExactly(
                        "lock-api: its POM has a repository, which users need not have",
                        "lock-api: its POM has a systemPath, which users need not have");
    }

    /** The child inherits it. */
    @Test
    void a_POM_without_a_licence_is_a_fault_of_it_and_of_its_children() throws Exception {
        pom("interlock-parent", PARENT.formatted(ABOUT.replaceAll("(?s)<licenses>.*</licenses>", "")));
        assertThat(faults())
                .containsExactly(
                        "interlock-parent: its POM has no licenses/license/name",
                        "interlock-parent: its POM has no licenses/license/url",
                        "lock-api: its POM has no licenses/license/name",
                        "lock-api: its POM has no licenses/license/url");
    }

    @Test
    void a_jar_without_the_licence_is_a_fault() throws Exception {
        jar("lock-api", "-javadoc.jar", "index.html", "META-INF/NOTICE");
        assertThat(faults()).containsExactly("lock-api-0.1.0-javadoc.jar has no META-INF/LICENSE");
    }

    @Test
    void a_module_that_the_bom_does_not_have_is_a_fault() throws Exception {
        pom("lock-simulation", PARENT.formatted(ABOUT).replace("interlock-parent", "lock-simulation"));
        assertThat(faults()).containsExactly("lock-simulation is neither in lock-bom nor a parent of what is in it");
    }

    @Test
    void a_module_of_the_bom_that_is_missing_is_a_fault() throws Exception {
        pom("lock-bom", BOM.formatted(ABOUT).replace(">lock-api<", ">lock-redis<"));
        assertThat(faults())
                .containsExactly(
                        "lock-redis is not staged",
                        "interlock-parent is neither in lock-bom nor a parent of what is in it",
                        "lock-api is neither in lock-bom nor a parent of what is in it");
    }

    @Test
    void a_jar_of_tests_is_a_fault() throws Exception {
        jar("lock-api", "-tests.jar", "META-INF/LICENSE", "META-INF/NOTICE");
        assertThat(faults()).containsExactly("lock-api-0.1.0-tests.jar is not what a module publishes");
    }

    @Test
    void a_file_of_another_version_or_place_is_a_fault() throws Exception {
        Path api = folder.resolve("dev/interlock/lock-api");
        Files.createDirectory(api.resolve("0.0.9"));
        Files.writeString(api.resolve("0.0.9/lock-api-0.0.9.pom"), "<project/>");
        Files.writeString(api.resolve("maven-metadata.xml"), "<metadata/>");
        Files.writeString(api.resolve("0.1.0/notes.txt"), "not ours");
        assertThat(faults())
                .containsExactly(
                        "dev/interlock/lock-api/0.0.9/lock-api-0.0.9.pom is not of version 0.1.0",
                        "dev/interlock/lock-api/maven-metadata.xml is no file of a module",
                        "lock-api: notes.txt does not begin with lock-api-0.1.0");
    }

    @Test
    void a_POM_of_another_module_or_version_is_a_fault() throws Exception {
        pom("lock-api", API.formatted("<version>0.2.0</version>").replace(">lock-api<", ">lock-core<"));
        assertThat(faults())
                .containsExactly(
                        "lock-api: its POM has the artifact id lock-core", "lock-api: its POM has the version 0.2.0");
    }

    @Test
    void an_empty_folder_is_no_release() throws Exception {
        try (Stream<Path> staged = Files.walk(folder)) {
            for (Path file : staged.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        assertThat(faults()).containsExactly("lock-bom is not staged, so the modules of the release are unknown");
    }

    private List<String> faults() throws IOException {
        return StagedRelease.faults(folder, VERSION);
    }

    private Path file(String module, String rest) {
        return folder.resolve("dev/interlock").resolve(module).resolve(VERSION).resolve(module + "-" + VERSION + rest);
    }

    private void pom(String module, String text) throws Exception {
        stage(module, ".pom", text.getBytes(UTF_8));
    }

    private void jar(String module, String rest, String... entries) throws Exception {
        Path jar = file(module, rest);
        Files.createDirectories(jar.getParent());
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
            }
        }
        stage(module, rest, Files.readAllBytes(jar));
    }

    private void stage(String module, String rest, byte[] content) throws Exception {
        Path file = file(module, rest);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        Files.writeString(file(module, rest + ".asc"), "-----BEGIN PGP SIGNATURE-----\n");
        for (Map.Entry<String, String> checksum : CHECKSUMS.entrySet()) {
            byte[] digest = MessageDigest.getInstance(checksum.getValue()).digest(content);
            Files.writeString(
                    file(module, rest + checksum.getKey()), HexFormat.of().formatHex(digest));
        }
    }

    private void remove(String module, String rest) throws IOException {
        Files.delete(file(module, rest));
        Files.delete(file(module, rest + ".asc"));
        for (String checksum : CHECKSUMS.keySet()) {
            Files.delete(file(module, rest + checksum));
        }
    }
}
