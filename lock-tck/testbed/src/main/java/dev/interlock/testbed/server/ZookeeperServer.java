// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * A real ZooKeeper server for tests and for the report.
 *
 * <p>It is the running server named by the environment variable {@code LOCKS_TEST_ZOOKEEPER_CONNECT} ({@code
 * host:port}), or the server on the class path. The latter runs as a process of its own on a free port of 127.0.0.1,
 * with durable data in a temporary directory, and does not outlive this JVM. Its tick is 500 ms, so it grants sessions
 * of 1 s to 60 s.
 *
 * <p>Safe for use by many threads.
 */
public final class ZookeeperServer extends RealServer {

    private static final Pattern VERSION = Pattern.compile("Zookeeper version: (\\d[^-,\\s]*)");
    private static final Pattern RECEIVED = Pattern.compile("Received: (\\d+)");

    private final String host;
    private final int port;
    private final String version;

    ZookeeperServer(ServerSource source, String host, int port, @Nullable ZookeeperInstance own) {
        super(source, own);
        this.host = host;
        this.port = port;
        Matcher matcher = VERSION.matcher(word("srvr"));
        this.version = matcher.find() ? matcher.group(1) : "of unknown version";
    }

    /** Where a server comes from on this machine, or why there is none. Starts nothing. */
    public static ServerSource locate() {
        return ZookeeperLocator.ofThisJvm().locate();
    }

    /**
     * Starts a server, or uses the running one.
     *
     * @param settings further lines of zoo.cfg, such as {@code "tickTime=200"}, or arguments of java, such as
     *     {@code "-Da=b"}
     * @throws TestAbortedException if there is no server here and {@code -Dinterlock.test.require} does not name {@code
     *     zookeeper}, or if a running server is given and the caller passes settings
     * @throws AssertionError if there is no server here and {@code -Dinterlock.test.require} names {@code zookeeper}
     * @throws IllegalStateException if the server does not become ready; the message contains the end of its log
     */
    public static ZookeeperServer start(String... settings) {
        ServerSource source = locate();
        if (source instanceof Existing existing) {
            return connect(existing, settings);
        }
        if (source instanceof Binary java) {
            return started(java, List.of(), settings);
        }
        throw ((Unavailable) source).raise();
    }

    /**
     * As {@link #start(String...)}, with a wall clock that can be set; also aborted if a running server is given.
     *
     * @param clock stays usable after restarts
     */
    public static ZookeeperServer start(ServerClock clock, String... settings) {
        ServerSource source = locate();
        if (source instanceof Existing existing) {
            throw existing.cannotBeStartedWith(clock);
        }
        if (source instanceof Binary java) {
            return started(java, clock.wrapper(), settings);
        }
        throw ((Unavailable) source).raise();
    }

    private static ZookeeperServer started(Binary java, List<String> wrapper, String... settings) {
        ZookeeperInstance own =
                ZookeeperInstance.start(java, wrapper, 1, List.of(settings)).get(0);
        return new ZookeeperServer(java, "127.0.0.1", own.port(), own);
    }

    private static ZookeeperServer connect(Existing existing, String... settings) {
        if (settings.length > 0) {
            throw existing.cannotBeStartedWith(List.of(settings));
        }
        int colon = existing.uri().lastIndexOf(':');
        try {
            int port = Integer.parseInt(existing.uri().substring(colon + 1));
            return new ZookeeperServer(existing, existing.uri().substring(0, Math.max(colon, 0)), port, null);
        } catch (NumberFormatException | UncheckedIOException e) {
            String reason = existing + " is not usable: " + e.getMessage();
            throw new Unavailable("zookeeper", reason, "correct or unset " + existing.origin()).raise();
        }
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public int port() {
        return port;
    }

    /** {@code host:port}. */
    public String connectString() {
        return host + ":" + port;
    }

    /** {@code zookeeper}. */
    @Override
    public String product() {
        return "zookeeper";
    }

    @Override
    public String version() {
        return version;
    }

    /**
     * Sends one of the four letter words over a new connection.
     *
     * @param word such as {@code mntr}
     * @return the answer, in lines
     * @throws UncheckedIOException if there is no answer within a few seconds
     */
    public String word(String word) {
        try {
            return FourLetterWords.ask(host, port, word);
        } catch (IOException e) {
            throw new UncheckedIOException(connectString() + " did not answer '" + word + "'", e);
        }
    }

    /** How many packets clients have sent, pings included, since the server started. */
    public long packetsReceived() {
        Matcher matcher = RECEIVED.matcher(word("srvr"));
        if (!matcher.find()) {
            throw new IllegalStateException("no count of packets in the answer to 'srvr'");
        }
        return Long.parseLong(matcher.group(1));
    }

    @Override
    public String toString() {
        return source() + " at " + connectString();
    }
}
