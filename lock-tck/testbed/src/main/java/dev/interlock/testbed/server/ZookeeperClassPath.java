// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The jars of a ZooKeeper server, found by one class of each: this works with any class loader, and nothing here
 * depends on ZooKeeper. The server's run-time dependencies are in its POM in scope provided
 * (https://github.com/apache/zookeeper/blob/release-3.9.5/zookeeper-server/pom.xml).
 *
 * @param places the jar or directory of each class that was found
 * @param missing the first required class that was not found
 */
record ZookeeperClassPath(Map<String, Path> places, Optional<String> missing) {

    static final String MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

    private static final List<String> REQUIRED = List.of(
            MAIN,
            "org.apache.jute.Record",
            "com.codahale.metrics.Reservoir",
            "org.xerial.snappy.Snappy",
            "org.slf4j.Logger");

    /** For its log, and for TLS. */
    private static final List<String> OPTIONAL = List.of(
            "ch.qos.logback.classic.Logger",
            "ch.qos.logback.core.Appender",
            "io.netty.buffer.ByteBuf",
            "io.netty.channel.Channel",
            "io.netty.channel.epoll.Epoll",
            "io.netty.channel.unix.Socket",
            "io.netty.handler.codec.ByteToMessageDecoder",
            "io.netty.handler.ssl.SslContext",
            "io.netty.resolver.AddressResolver",
            "io.netty.util.concurrent.Future",
            "org.apache.commons.io.IOUtils");

    static ZookeeperClassPath search(Function<String, @Nullable URL> resources) {
        Map<String, Path> places = new LinkedHashMap<>();
        for (List<String> classes : List.of(REQUIRED, OPTIONAL)) {
            for (String each : classes) {
                URL found = resources.apply(each.replace('.', '/') + ".class");
                if (found != null) {
                    places.put(each, place(found, each));
                }
            }
        }
        Optional<String> missing =
                REQUIRED.stream().filter(each -> !places.containsKey(each)).findFirst();
        return new ZookeeperClassPath(places, missing);
    }

    static @Nullable URL resource(String name) {
        return ZookeeperClassPath.class.getClassLoader().getResource(name);
    }

    /** The jar with the server in it. */
    Path server() {
        return places.getOrDefault(MAIN, Path.of(""));
    }

    /** The class path, as an argument of java. */
    String joined() {
        return places.values().stream().distinct().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static Path place(URL found, String className) {
        String text = found.toString();
        try {
            if (text.startsWith("jar:")) {
                return Path.of(new URI(text.substring("jar:".length(), text.indexOf("!/"))));
            }
            String file = className.replace('.', '/') + ".class";
            return Path.of(new URI(text.substring(0, text.length() - file.length())));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("not the place of a class: " + text, e);
        }
    }
}
