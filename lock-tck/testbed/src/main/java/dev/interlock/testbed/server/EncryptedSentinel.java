// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * A Redis primary and a Sentinel that names it, by the host of their certificate and its port for TLS. Both have a plain
 * port as well, and end with this JVM. Safe for use by many threads.
 */
public final class EncryptedSentinel implements AutoCloseable {

    private final String host;
    private final int port;
    private final RedisServer primary;
    private final ServerInstance sentinel;

    private EncryptedSentinel(String host, int port, RedisServer primary, ServerInstance sentinel) {
        this.host = host;
        this.port = port;
        this.primary = primary;
        this.sentinel = sentinel;
    }

    /**
     * Starts both.
     *
     * @param host the name in the certificate, which leads to 127.0.0.1
     * @param certificate of both
     * @throws TestAbortedException if no server can be started here
     */
    public static EncryptedSentinel start(String host, ServerCertificate certificate) {
        if (!(RedisServer.locate() instanceof Binary binary)) {
            throw new TestAbortedException(
                    "a Sentinel needs a program to start, and there is none: " + RedisServer.locate());
        }
        int primaryPort = LoopbackPort.free();
        int sentinelPort = LoopbackPort.free();
        RedisServer primary = RedisServer.start(arguments(primaryPort, certificate));
        try {
            List<String> lines = new ArrayList<>(List.of(
                    "sentinel resolve-hostnames yes",
                    "sentinel announce-hostnames yes",
                    "sentinel monitor " + RedisSentinelGroup.NAME + " " + host + " " + primaryPort + " 1",
                    "tls-replication yes"));
            lines.addAll(settings(sentinelPort, certificate));
            ServerInstance sentinel = ServerInstance.start(new SentinelPlan(binary, lines), LoopbackPort::free);
            return new EncryptedSentinel(host, sentinelPort, primary, sentinel);
        } catch (RuntimeException e) {
            primary.close();
            throw e;
        }
    }

    /**
     * What a Redis server has to be told so that it speaks TLS on a port of its own.
     *
     * @param port that port
     * @param certificate the server's; none is asked of clients
     * @return arguments of its program
     */
    public static String[] arguments(int port, ServerCertificate certificate) {
        return settings(port, certificate).stream()
                .flatMap(line -> List.of(("--" + line).split(" ", 2)).stream())
                .toArray(String[]::new);
    }

    private static List<String> settings(int port, ServerCertificate certificate) {
        return List.of(
                "tls-port " + port,
                "tls-cert-file " + certificate.certificate(),
                "tls-key-file " + certificate.key(),
                "tls-ca-cert-file " + certificate.certificate(),
                "tls-auth-clients no");
    }

    /** {@code host:port} of the Sentinel, by TLS. */
    public String address() {
        return host + ":" + port;
    }

    /** {@code host:port} of the Sentinel, without TLS. */
    public String plainAddress() {
        return host + ":" + sentinel.port();
    }

    /** Kills both and deletes their files. */
    @Override
    public void close() {
        sentinel.close();
        primary.close();
    }
}
