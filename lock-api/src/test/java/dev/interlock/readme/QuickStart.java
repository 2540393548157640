// SPDX-License-Identifier: Apache-2.0
package dev.interlock.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A section of docs/quick-starts.md, and the smallest Maven project around its blocks. This file needs only the JDK,
 * because {@code .ci/quick-starts} runs it as {@code java QuickStart.java ROOT STAGING VERSION FOLDER}: it writes a
 * project for each section into FOLDER, with the command of the section, which takes our modules from STAGING.
 *
 * @param title the heading
 * @param text all below it
 */
record QuickStart(String title, String text) {

    static final String PAGE = "docs/quick-starts.md";

    private static final Pattern SECTION = Pattern.compile("(?ms)^## ([^\n]*)\n(.*?)(?=^## |\\z)");
    private static final Pattern COMMAND = Pattern.compile("`(mvn [^`]*)`");
    private static final Pattern CLASS = Pattern.compile("\\bclass (\\w+)");

    /** What a project of a framework has without us. */
    private record Framework(String parent, String properties, String managed, String dependencies, String plugins) {}

    static List<QuickStart> of(String page) {
        return SECTION.matcher(page)
                .results()
                .map(section -> new QuickStart(section.group(1), section.group(2)))
                .toList();
    }

    /** The BOM, which stands before the sections. */
    static String bom(String page) {
        return blocks(page.substring(0, page.indexOf("\n## ")), "xml").get(0);
    }

    /** Those in a language, without their fences. */
    static List<String> blocks(String text, String language) {
        return Pattern.compile("(?s)```" + language + "\n(.*?)```")
                .matcher(text)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    String dependencies() {
        return blocks(text, "xml").get(0);
    }

    /** With the annotation processor, or empty. */
    String plugin() {
        return String.join("", blocks(text, "xml").stream().skip(1).toList());
    }

    String gradle() {
        return blocks(text, "kotlin").get(0);
    }

    /** Or empty. */
    String properties() {
        return String.join("", blocks(text, "properties"));
    }

    boolean isKotlin() {
        return blocks(text, "java").isEmpty();
    }

    String code() {
        return isKotlin() ? blocks(text, "kotlin").get(1) : blocks(text, "java").get(0);
    }

    /** Starts the application. */
    String command() {
        List<String> commands = COMMAND.matcher(text)
                .results()
                .map(command -> command.group(1).replaceAll("\\s+", " "))
                .toList();
        if (commands.size() != 1) {
            throw new IllegalStateException(title + " has not one command: " + commands);
        }
        return commands.get(0);
    }

    private Framework framework(String ours) {
        return switch (title) {
            case "Plain Java" -> new Framework("", "", "", "", "");
            case "Spring Boot" -> {
                String boot = "org.springframework.boot";
                yield new Framework(
                        "<parent>" + artifact(boot, "spring-boot-starter-parent", property(ours, "spring-boot"))
                                + "<relativePath/></parent>",
                        "",
                        "",
                        "<dependency>" + artifact(boot, "spring-boot-starter") + "</dependency>",
                        "");
            }
            // With the property of Micronaut's own parent, which Maven Central does not have for each version.
            case "Micronaut" ->
                new Framework(
                        "",
                        "<micronaut.core.version>" + property(ours, "micronaut-core") + "</micronaut.core.version>",
                        imported("io.micronaut.platform", "micronaut-platform", property(ours, "micronaut")),
                        "",
                        "");
            case "Quarkus" -> {
                String platform = "io.quarkus.platform";
                String version = property(ours, "quarkus");
                yield new Framework(
                        "",
                        "",
                        imported(platform, "quarkus-bom", version),
                        "<dependency>" + artifact("io.quarkus", "quarkus-arc") + "</dependency>",
                        "<plugin>" + artifact(platform, "quarkus-maven-plugin", version)
                                + "<extensions>true</extensions><executions><execution><goals><goal>build</goal></goals>"
                                + "</execution></executions></plugin>");
            }
            case "Kotlin" ->
                new Framework(
                        "",
                        "",
                        "",
                        "",
                        "<plugin>"
                                + artifact("org.jetbrains.kotlin", "kotlin-maven-plugin", property(ours, "kotlin"))
                                + "<executions><execution><goals><goal>compile</goal></goals></execution></executions>"
                                + "</plugin>");
            default -> throw new IllegalStateException("no project is known for " + title);
        };
    }

    private static String artifact(String group, String name) {
        return "<groupId>" + group + "</groupId><artifactId>" + name + "</artifactId>";
    }

    private static String imported(String group, String name, String version) {
        return "<dependency>" + artifact(group, name, version) + "<type>pom</type><scope>import</scope></dependency>";
    }

    private static String artifact(String group, String name, String version) {
        return artifact(group, name) + "<version>" + version + "</version>";
    }

    private static String property(String pom, String name) {
        Matcher found =
                Pattern.compile("<" + Pattern.quote(name) + "\\.version>(.*?)<").matcher(pom);
        if (!found.find()) {
            throw new IllegalStateException("there is no version of " + name);
        }
        return found.group(1);
    }

    /** The POM, whose BOM has the version of the page. */
    String pom(String page, String ours, String staging) {
        Framework framework = framework(ours);
        String managed = bom(page).replace("<dependencies>", "<dependencies>" + framework.managed());
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                <modelVersion>4.0.0</modelVersion>
                %s
                <groupId>shop</groupId>
                <artifactId>shop</artifactId>
                <version>1</version>
                <properties>
                  <maven.compiler.parameters>true</maven.compiler.parameters>
                  <maven.compiler.release>17</maven.compiler.release>
                  <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                  %s
                </properties>
                <repositories><repository><id>staging</id><url>%s</url></repository></repositories>
                %s
                <dependencies>
                %s%s
                </dependencies>
                <build>
                <sourceDirectory>src/main/%s</sourceDirectory>
                <plugins>
                %s%s
                </plugins>
                </build>
                </project>
                """.formatted(
                        framework.parent(),
                        framework.properties(),
                        staging,
                        managed,
                        framework.dependencies(),
                        dependencies(),
                        isKotlin() ? "kotlin" : "java",
                        framework.plugins(),
                        plugin());
    }

    /** Writes the project into a folder of its own. */
    Path write(String page, String ours, String staging, Path folder) throws IOException {
        Path project = folder.resolve(title.toLowerCase(Locale.ROOT).replace(' ', '-'));
        Path resources = Files.createDirectories(project.resolve("src/main/resources"));
        Path sources =
                Files.createDirectories(project.resolve("src/main/" + (isKotlin() ? "kotlin" : "java") + "/shop"));
        Matcher name = CLASS.matcher(code());
        if (!name.find()) {
            throw new IllegalStateException(title + " has no class");
        }
        Files.writeString(project.resolve("pom.xml"), pom(page, ours, staging));
        Files.writeString(resources.resolve("application.properties"), properties());
        Files.writeString(
                sources.resolve(name.group(1) + (isKotlin() ? ".kt" : ".java")),
                "package shop" + (isKotlin() ? "\n\n" : ";\n\n") + code());
        Files.writeString(project.resolve("command"), command() + "\n");
        return project;
    }

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        String ours = Files.readString(root.resolve("pom.xml"));
        String page = Files.readString(root.resolve(PAGE)).replaceAll("(?<=<version>)[^<]*-SNAPSHOT", arguments[2]);
        String staging = Path.of(arguments[1]).toAbsolutePath().toUri().toString();
        for (QuickStart each : of(page)) {
            System.out.println(each.write(page, ours, staging, Path.of(arguments[3])));
        }
    }
}
