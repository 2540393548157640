// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.jvm.JavaProgram;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds a ZooKeeper server: a running one, or the one on the class path, to be run by the Java of this JVM. */
final class ZookeeperLocator {

    static final String CONNECT_VARIABLE = "LOCKS_TEST_ZOOKEEPER_CONNECT";
    private static final Pattern JAR = Pattern.compile("zookeeper-(\\d[\\w.-]*)\\.jar");
    private static final String REMEDY =
            "add org.apache.zookeeper:zookeeper, io.dropwizard.metrics:metrics-core and org.xerial.snappy:snappy-java"
                    + " to the test class path, or set " + CONNECT_VARIABLE + " to host:port of a running server";

    private final Map<String, String> environment;
    private final Function<String, @Nullable URL> resources;

    ZookeeperLocator(Map<String, String> environment, Function<String, @Nullable URL> resources) {
        this.environment = environment;
        this.resources = resources;
    }

    static ZookeeperLocator ofThisJvm() {
        return new ZookeeperLocator(System.getenv(), ZookeeperClassPath::resource);
    }

    ServerSource locate() {
        String connect = environment.getOrDefault(CONNECT_VARIABLE, "");
        if (!connect.isEmpty()) {
            return new Existing(connect, CONNECT_VARIABLE);
        }
        if (!Files.isExecutable(JavaProgram.JAVA)) {
            return new Unavailable(
                    "zookeeper", "no program " + JavaProgram.JAVA, "run the tests by a JDK with bin/java");
        }
        ZookeeperClassPath found = ZookeeperClassPath.search(resources);
        Optional<String> missing = found.missing();
        if (missing.isPresent()) {
            return new Unavailable("zookeeper", missing.get() + " is not on the class path", REMEDY);
        }
        return new Binary(JavaProgram.JAVA, version(found.server()), "class path");
    }

    private static String version(Path jar) {
        Matcher matcher = JAR.matcher(String.valueOf(jar.getFileName()));
        return matcher.matches() ? "zookeeper " + matcher.group(1) : "zookeeper of unknown version";
    }
}
