// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * A real etcd server for tests and for the report, alone in its cluster.
 *
 * <p>It is the program named by the environment variable {@code LOCKS_TEST_ETCD_SERVER}, or {@code etcd} on the path. It is
 * started as a process of its own on a free port of 127.0.0.1, with durable data in a temporary directory, and does not
 * outlive this JVM. Its shortest lease is one second.
 *
 * <p>Safe for use by many threads.
 */
public final class EtcdServer extends RealServer {

    static final String SERVER_VARIABLE = "LOCKS_TEST_ETCD_SERVER";

    private static final String PRODUCT = "etcd";
    private static final Pattern VERSION = Pattern.compile("etcd Version: (\\S+)");
    private static final Pattern MEMBER = Pattern.compile("\"member_id\":\"(\\d+)\"");
    private static final Pattern LEADER = Pattern.compile("\"leader\":\"(\\d+)\"");
    private static final Pattern LEASE = Pattern.compile("\"ID\":\"(\\d+)\"");
    private static final Pattern RECEIVED = Pattern.compile(
            "grpc_server_msg_received_total\\{grpc_method=\"(\\w+)\",grpc_service=\"etcdserverpb[^}]*} (\\S+)");
    private static final int TIMEOUT_MILLIS = 5_000;

    private final int port;
    private final String version;

    EtcdServer(Binary binary, ServerInstance own) {
        super(binary, own);
        this.port = own.port();
        Matcher matcher = VERSION.matcher(binary.version());
        this.version = matcher.find() ? matcher.group(1) : "of unknown version";
    }

    /** Where a server comes from on this machine, or why there is none. Starts nothing. */
    public static ServerSource locate() {
        ServerSearch search = new ServerSearch();
        String named = System.getenv().getOrDefault(SERVER_VARIABLE, "");
        List<Path> candidates =
                named.isEmpty() ? Executables.ofServer(System.getenv(), PRODUCT).toList() : List.of(Path.of(named));
        if (candidates.isEmpty()) {
            search.failed(PRODUCT + " is not on this machine, or not on the path");
        }
        Optional<Binary> found = candidates.stream()
                .flatMap(path -> search.preflight(path, named.isEmpty() ? "path" : SERVER_VARIABLE).stream())
                .findFirst();
        Optional<Binary> shown = found.map(binary -> new Binary(binary.path(), firstLine(binary), binary.origin()));
        return search.result(
                shown, PRODUCT, "install the package etcd-server, or set " + SERVER_VARIABLE + " to a program");
    }

    /** The program also prints what it was built by. */
    private static String firstLine(Binary binary) {
        return binary.version().lines().findFirst().orElse("");
    }

    /**
     * Starts a server.
     *
     * @param configuration further arguments of the program, such as {@code "--quota-backend-bytes", "1000000"}
     * @throws TestAbortedException if there is no server here and {@code -Dinterlock.test.require} does not name {@code
     *     etcd}
     * @throws AssertionError if there is no server here and {@code -Dinterlock.test.require} names {@code etcd}
     * @throws IllegalStateException if the program does not become ready; the message contains the end of its log
     */
    public static EtcdServer start(String... configuration) {
        return start(plan -> plan, LoopbackPort::free, configuration);
    }

    /**
     * As {@link #start(String...)}, with a {@linkplain #tlsEndpoint port for TLS} as well.
     *
     * @param certificate the server's, for {@code localhost}; clients need none
     */
    public static EtcdServer startEncrypted(ServerCertificate certificate) {
        return start(
                plan -> new EncryptedEtcdPlan(plan, certificate), () -> LoopbackPort.freeWith(EncryptedEtcdPlan.ABOVE));
    }

    private static EtcdServer start(UnaryOperator<ServerPlan> setting, IntSupplier ports, String... configuration) {
        ServerSource source = locate();
        if (source instanceof Binary binary) {
            EtcdPlan plan = new EtcdPlan(binary, 0, List.of(LoopbackPort.free()), List.of(configuration));
            return new EtcdServer(binary, ServerInstance.start(setting.apply(plan), ports));
        }
        throw ((Unavailable) source).raise();
    }

    @Override
    public String host() {
        return EtcdPlan.host();
    }

    @Override
    public int port() {
        return port;
    }

    /** {@code host:port}. */
    public String endpoint() {
        return host() + ":" + port;
    }

    /** {@code localhost:port} of the port for TLS. */
    public String tlsEndpoint() {
        return "localhost:" + (port + EncryptedEtcdPlan.ABOVE);
    }

    /** {@code etcd}. */
    @Override
    public String product() {
        return PRODUCT;
    }

    @Override
    public String version() {
        return version;
    }

    static boolean isHealthy(int port) {
        try {
            return ask(port, "/health", null).contains("true");
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether this server leads its cluster now; false also if it does not answer. */
    boolean leads() {
        try {
            String status = ask(port, "/v3/maintenance/status", "{}");
            Matcher member = MEMBER.matcher(status);
            Matcher leader = LEADER.matcher(status);
            return member.find() && leader.find() && member.group(1).equals(leader.group(1));
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a key exists. */
    public boolean has(String key) {
        return call("/v3/kv/range", keyed(key)).contains("\"count\"");
    }

    /** Deletes a key, as an operator would; its lease stays. */
    public void delete(String key) {
        call("/v3/kv/deleterange", keyed(key));
    }

    /** Deletes all keys that begin with a text, which ends with a slash; their leases stay. */
    public void deleteBelow(String beginning) {
        call("/v3/kv/deleterange", below(beginning));
    }

    /** Whether a key begins with a text, which ends with a slash. */
    public boolean hasBelow(String beginning) {
        return call("/v3/kv/range", below(beginning)).contains("\"count\"");
    }

    private static String below(String beginning) {
        // The first key behind them: a 0 comes right after a slash.
        String end = beginning.substring(0, beginning.length() - 1) + "0";
        return "{\"key\":\"" + base64(beginning) + "\",\"range_end\":\"" + base64(end) + "\"}";
    }

    /**
     * Writes a key with a lease of its own, as a client of another kind could.
     *
     * @param lease rounded up to whole seconds
     */
    public void put(String key, String value, Duration lease) {
        String granted = call("/v3/lease/grant", "{\"TTL\":\"" + (lease.toMillis() + 999) / 1_000 + "\"}");
        Matcher id = LEASE.matcher(granted);
        if (!id.find()) {
            throw new IllegalStateException("no lease in: " + granted);
        }
        call(
                "/v3/kv/put",
                "{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64(value) + "\",\"lease\":\"" + id.group(1)
                        + "\"}");
    }

    /** How many requests of each kind, such as {@code Txn}, the server got from clients since its start. */
    public Map<String, Long> requestsReceived() {
        Map<String, Long> received = new TreeMap<>();
        try {
            RECEIVED.matcher(ask(port, "/metrics", null))
                    .results()
                    .forEach(match -> received.put(match.group(1), (long) Double.parseDouble(match.group(2))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return received;
    }

    private static String keyed(String key) {
        return "{\"key\":\"" + base64(key) + "\"}";
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends one request by the server's JSON gateway, without code of the clients under test.
     *
     * @param path such as {@code /v3/kv/range}
     * @param json the request
     * @return the answer
     * @throws UncheckedIOException if there is none, or an error
     */
    public String call(String path, String json) {
        try {
            return ask(port, path, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String ask(int port, String path, @Nullable String json) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create(EtcdPlan.url(port) + path).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        if (json != null) {
            connection.setDoOutput(true);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(json.getBytes(StandardCharsets.UTF_8));
            }
        }
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public String toString() {
        return source() + " at " + endpoint();
    }
}
