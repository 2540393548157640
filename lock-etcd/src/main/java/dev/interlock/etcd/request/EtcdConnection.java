// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.request;

import dev.interlock.LockUnavailableException;
import dev.interlock.etcd.options.EtcdLockOptions;
import dev.interlock.etcd.options.EtcdLockOptions.Server;
import dev.interlock.etcd.options.EtcdLockOptions.Tls;
import dev.interlock.spi.toolbox.DaemonThreads;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The driver's client: one of our own, or the application's. Thread-safe. */
public final class EtcdConnection {

    /** The scheme by which the driver finds several addresses. */
    private static final String ADDRESSES = "ip:///";

    /** The shortest that gRPC takes; servers allow twice as often. */
    private static final Duration KEEPALIVE = Duration.ofSeconds(10);

    private static final int RETRY_MILLIS = 50;
    private static final int MAX_RETRY_MILLIS = 500;

    private final EtcdLockOptions options;
    private final @Nullable Client borrowed;
    private volatile @Nullable Own own;

    /** What is closed with the backend. */
    private record Own(Client client, ExecutorService executor) {}

    private EtcdConnection(EtcdLockOptions options, @Nullable Client borrowed) {
        this.options = options;
        this.borrowed = borrowed;
    }

    /** A client that is made at the start and closed at the end. */
    public static EtcdConnection own(EtcdLockOptions options) {
        return new EtcdConnection(options, null);
    }

    /** The application's client, which stays open. */
    public static EtcdConnection borrowed(Client client, EtcdLockOptions options) {
        return new EtcdConnection(options, client);
    }

    /** The name by which the driver connects to one of the servers alone; only for a client of our own. */
    public static String target(String endpoint) {
        return ADDRESSES + endpoint;
    }

    /**
     * The client. Connects with the first request.
     *
     * @throws LockUnavailableException if a certificate or a key cannot be read
     */
    public Client client() {
        if (borrowed != null) {
            return borrowed;
        }
        ExecutorService executor = Executors.newCachedThreadPool(new DaemonThreads("interlock-etcd"));
        try {
            Client client = builder(executor).build();
            own = new Own(client, executor);
            return client;
        } catch (SSLException | IllegalArgumentException e) {
            executor.shutdown();
            throw new LockUnavailableException(
                    "locks cannot be kept: cacert, cert or key cannot be used: " + e.getMessage()
                            + ": check the files, which must be readable and in the form PEM",
                    e);
        }
    }

    private ClientBuilder builder(ExecutorService executor) throws SSLException {
        Server server = options.server();
        ClientBuilder builder = Client.builder()
                .target(target(String.join(",", server.endpoints())))
                .executorService(executor)
                .connectTimeout(server.connectTimeout())
                // A firewall that forgot the connection tells neither side: without an answer to a ping it is given up.
                .keepaliveTime(KEEPALIVE)
                .keepaliveTimeout(options.timeout())
                // Only a token that has expired is worth a second try; the driver sends no write again by itself.
                .retryMaxAttempts(1)
                .retryDelay(RETRY_MILLIS)
                .retryMaxDelay(MAX_RETRY_MILLIS)
                .interceptor(new StepDeadlines(options.timeout()));
        if (server.user() != null && server.password() != null) {
            builder.user(bytes(server.user())).password(bytes(server.password()));
        }
        Tls tls = server.tls();
        if (tls != null) {
            builder.sslContext(ssl -> configure(ssl, tls));
        }
        return builder;
    }

    private static void configure(SslContextBuilder ssl, Tls tls) {
        if (tls.cacert() != null) {
            ssl.trustManager(new File(tls.cacert()));
        }
        if (tls.cert() != null && tls.key() != null) {
            ssl.keyManager(new File(tls.cert()), new File(tls.key()));
        }
    }

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    /** Closes a client of our own. Does not wait. */
    public void close() {
        Own opened = own;
        if (opened != null) {
            opened.client.close();
            opened.executor.shutdownNow();
        }
    }
}
