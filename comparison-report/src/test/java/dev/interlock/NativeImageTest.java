// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A native image has only those classes, methods and resources that the code names, and those that the metadata in its
 * jars lists. So what published code looks up by a name must be listed. That each resource of a jar is listed is tested
 * by NativeResourcesTest in lock-micronaut.
 */
class NativeImageTest {

    /** A class, and what it looks up by a name that is a text; a method stands behind a # after its class. */
    record Lookup(String module, String by, List<String> names) {

        @Override
        public String toString() {
            return by;
        }
    }

    private static final Path ROOT = Path.of("..");
    private static final Pattern MODULE = Pattern.compile("<artifactId>(lock-(?!bom)[\\w-]+)</artifactId>");
    private static final String SERVICE = "META-INF/services/dev.interlock.spi.LockBackendProvider";

    /** All of them, which an architecture rule sees to; what they look up must be in the metadata of their modules. */
    private static final List<Lookup> LOOKUPS = List.of(
            new Lookup("lock-api", "dev.interlock.spi.toolbox.BackendProviders", List.of(SERVICE)),
            // The metadata of lock-api serves these as well.
            new Lookup("lock-api", "dev.interlock.spring.boot.client.StoreOfUri", List.of(SERVICE)),
            new Lookup("lock-api", "dev.interlock.quarkus.client.StoreOfUri", List.of(SERVICE)),
            new Lookup(
                    "lock-api", "dev.interlock.internal.machine.VirtualThreads", List.of("java.lang.Thread#isVirtual")),
            new Lookup(
                    "lock-redis",
                    "dev.interlock.redis.command.RedisScript",
                    List.of("dev/interlock/redis/acquire.lua")),
            new Lookup(
                    "lock-redis",
                    "dev.interlock.redis.guard.GuardScript",
                    List.of("dev/interlock/redis/guard/claim.lua")),
            new Lookup(
                    "lock-redis",
                    "dev.interlock.redis.connection.JedisVersion",
                    List.of(
                            "META-INF/maven/redis.clients/jedis/pom.properties",
                            "redis/clients/jedis/Jedis.class",
                            "redis/clients/jedis/UnifiedJedis.class")),
            new Lookup(
                    "lock-jdbc",
                    "dev.interlock.jdbc.database.JdbcStatement",
                    List.of("dev/interlock/jdbc/mysql/lease-acquire.sql")),
            new Lookup(
                    "lock-jdbc",
                    "dev.interlock.jdbc.guard.GuardDialect",
                    List.of("dev/interlock/jdbc/guard/mysql-lock.sql")),
            new Lookup(
                    "lock-jdbc",
                    "dev.interlock.jdbc.connection.LimitedConnection",
                    List.of("java.sql.Connection#prepareStatement", "java.sql.Connection#createStatement")),
            new Lookup(
                    "lock-jdbc",
                    "dev.interlock.jdbc.lease.recall.DriverNotifications",
                    List.of(
                            "org.postgresql.PGConnection#getNotifications",
                            "org.postgresql.PGNotification#getParameter")),
            new Lookup(
                    "lock-jdbc",
                    "dev.interlock.jdbc.start.PostgresPooler",
                    List.of(
                            "org.postgresql.PGConnection#getBackendPID",
                            "org.postgresql.PGConnection#getPrepareThreshold")));

    /** A class that looks into types or methods of the application, and who registers those for the image. */
    record Served(String by, String reason) {}

    private static final List<Served> SERVED = List.of(
            new Served(
                    "dev.interlock.micronaut.AnnotatedMethod",
                    "it does without the texts of the names if the image does not have the method: AnnotatedMethodTest"),
            new Served(
                    "dev.interlock.quarkus.locked.AnnotatedMethod",
                    "Quarkus registers intercepted methods, and the build of the application refuses nameless parameters"),
            new Served(
                    "dev.interlock.quarkus.locked.ArgumentProperties",
                    "lock-quarkus-deployment registers the types of arguments whose properties are in names:"
                            + " LockedMethodsProcessorTest"),
            new Served(
                    "dev.interlock.spring.boot.leader.LeaderMethodReader",
                    "@Reflective on the annotation has Spring register each annotated method: AotTest"),
            new Served(
                    "dev.interlock.spring.boot.locked.AnnotatedMethod",
                    "ArgumentHints registers the types of arguments that expressions in names can read: ArgumentHintsTest"),
            new Served(
                    "dev.interlock.spring.boot.locked.AnnotatedMethods",
                    "Spring registers the methods of its beans: ArgumentHintsTest"),
            new Served(
                    "dev.interlock.spring.boot.locked.AnnotationReader",
                    "it reads what AnnotatedMethods has found, by Spring's expressions: ArgumentHintsTest"),
            new Served(
                    "dev.interlock.spring.boot.locked.ArgumentHints",
                    "it runs when the application is built, before there is an image"));

    /** Resources that no code of ours reads by their names, and who does. */
    private static final Map<String, String> READ_BY_OTHERS = Map.of(
            "lock-quarkus/META-INF/services/org.eclipse.microprofile.context.spi.ThreadContextProvider",
            "Quarkus, when the application is built",
            "lock-quarkus/META-INF/quarkus-extension.yaml",
            "Quarkus' tools",
            "lock-spring-boot-autoconfigure/META-INF/additional-spring-configuration-metadata.json",
            "editors",
            "lock-spring-boot-autoconfigure/META-INF/spring/aot.factories",
            "Boot, when the application is built",
            "lock-spring-boot-autoconfigure/META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports",
            "Boot, when the application is built",
            "lock-spring-boot-autoconfigure/META-INF/spring.factories",
            "Boot, whose own metadata lists it");

    /** Tools for tests run in no native image. */
    private static final Set<String> TOOLS = Set.of("lock-mutants", "lock-tck", "lock-testbed");

    static List<Lookup> lookups() {
        return LOOKUPS;
    }

    /** The names of the classes. */
    static List<String> thatLookUp() {
        return Stream.concat(LOOKUPS.stream().map(Lookup::by), SERVED.stream().map(Served::by))
                .toList();
    }

    @Test
    void each_class_that_is_served_by_others_exists() {
        assertThat(SERVED)
                .allSatisfy(each -> assertThat(Class.forName(each.by(), false, NativeImageTest.class.getClassLoader()))
                        .isNotNull());
    }

    /** Those of the source: what annotation processors and build plugins write is for their own frameworks. */
    @Test
    void each_resource_of_a_published_module_is_in_its_metadata_or_read_by_others() throws Exception {
        List<String> unlisted = new ArrayList<>();
        Matcher modules = MODULE.matcher(Files.readString(ROOT.resolve("lock-bom/pom.xml")));
        while (modules.find()) {
            String module = modules.group(1);
            Path resources = ROOT.resolve(folder(module)).resolve("src/main/resources");
            if (TOOLS.contains(module) || !Files.isDirectory(resources)) {
                continue;
            }
            List<String> patterns = metadata(module, "resource-config.json", "/resources/includes")
                    .map(include -> include.path("pattern").asText())
                    .toList();
            try (Stream<Path> files = Files.walk(resources)) {
                files.filter(Files::isRegularFile)
                        .map(file -> resources.relativize(file).toString())
                        .filter(name -> !name.startsWith("META-INF/native-image/"))
                        .filter(name -> patterns.stream().noneMatch(name::matches))
                        .forEach(name -> unlisted.add(module + "/" + name));
            }
        }
        assertThat(unlisted).containsExactlyInAnyOrderElementsOf(READ_BY_OTHERS.keySet());
    }

    private static String folder(String module) {
        return module.equals("lock-quarkus-deployment") ? "lock-quarkus/deployment" : module;
    }

    /** Those that {@code LimitedConnection} makes. */
    @Test
    void each_proxy_is_in_the_metadata_of_its_module() throws Exception {
        assertThat(metadata("lock-jdbc", "proxy-config.json", "")
                        .flatMap(NativeImageTest::elements)
                        .map(JsonNode::asText))
                .containsExactly("java.sql.Connection");
    }

    @ParameterizedTest
    @MethodSource("lookups")
    void each_name_is_in_the_metadata_of_its_module(Lookup lookup) throws Exception {
        // Not initialised, because libraries of frameworks are absent here.
        assertThat(Class.forName(lookup.by(), false, NativeImageTest.class.getClassLoader()))
                .isNotNull();
        List<String> resources = metadata(lookup.module(), "resource-config.json", "/resources/includes")
                .map(include -> include.path("pattern").asText())
                .toList();
        List<String> methods = metadata(lookup.module(), "reflect-config.json", "")
                .flatMap(type -> elements(type.path("methods"))
                        .map(method -> type.path("name").asText() + "#"
                                + method.path("name").asText()))
                .toList();
        assertThat(lookup.names())
                .isNotEmpty()
                .allMatch(name -> methods.contains(name) || resources.stream().anyMatch(name::matches));
    }

    /** None if the module has no such file. */
    private static Stream<JsonNode> metadata(String module, String file, String path) throws IOException {
        URL found = NativeImageTest.class.getResource("/META-INF/native-image/dev.interlock/" + module + "/" + file);
        if (found == null) {
            return Stream.empty();
        }
        try (InputStream content = found.openStream()) {
            return elements(new ObjectMapper().readTree(content).at(path));
        }
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
