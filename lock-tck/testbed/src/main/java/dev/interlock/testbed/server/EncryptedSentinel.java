// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * A Redis primary and a Sentinel that announces it by the host of their certificate and its port for TLS. Both have a
 * plain port as well, and end with this JVM. Safe for use by many threads.
 */
public final class EncryptedSentinel implements AutoCloseable {

    private final String host;
    private final RedisServer primary;
    private final ServerInstance sentinel;

    private EncryptedSentinel(String host, RedisServer primary, ServerInstance sentinel) {
        this.host = host;
        this.primary = primary;
        this.sentinel = sentinel;
    }

    /**
     * Starts both.
     *
     * @param host the name in the certificate, which resolves to 127.0.0.1
     * @param certificate of both
     * @throws TestAbortedException if no server can be started here
     */
    public static EncryptedSentinel start(String host, ServerCertificate certificate) {
        if (!(RedisServer.locate() instanceof Binary binary)) {
            throw new TestAbortedException(
                    "a Sentinel needs a program to start, and there is none: " + RedisServer.locate());
        }
        RedisServer primary = RedisServer.startEncrypted(certificate);
        try {
            List<String> lines = List.of(
                    "sentinel resolve-hostnames yes",
                    "sentinel announce-hostnames yes",
                    "sentinel monitor " + RedisSentinelGroup.NAME + " " + host + " " + primary.tlsPort() + " 1",
                    "tls-replication yes");
            ServerPlan plan = new EncryptedPlan(new SentinelPlan(binary, lines), certificate);
            ServerInstance sentinel = ServerInstance.start(plan, () -> LoopbackPort.freeWith(EncryptedPlan.ABOVE));
            return new EncryptedSentinel(host, primary, sentinel);
        } catch (RuntimeException e) {
            primary.close();
            throw e;
        }
    }

    /** {@code host:port} of the Sentinel for TLS. */
    public String address() {
        return host + ":" + (sentinel.port() + EncryptedPlan.ABOVE);
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
