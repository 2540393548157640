// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.wire.Message;
import dev.interlock.testbed.wire.RespFraming;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The address of a Redis server, and a way to send it one command without code of the clients under test.
 *
 * @param user name for AUTH, empty for the default user
 * @param password for AUTH, empty for none
 * @param database number for SELECT
 */
record RedisAddress(String host, int port, String user, String password, int database) {

    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int DEFAULT_PORT = 6379;
    private static final String DEFAULT_USER = "default";

    /**
     * Reads {@code redis://user:password@host:port/database}, all but the host optional.
     *
     * @throws IllegalArgumentException if it is not such a URI; the message does not repeat it, because it may contain
     *     a password
     */
    static RedisAddress parse(String text) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a URI", e);
        }
        if (!"redis".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new IllegalArgumentException("must look like redis://user:password@host:port/database");
        }
        String[] credentials = (uri.getRawUserInfo() == null ? ":" : uri.getRawUserInfo() + ":").split(":", -1);
        String path = uri.getPath().replace("/", "");
        return new RedisAddress(
                uri.getHost(),
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                URLDecoder.decode(credentials[0], StandardCharsets.UTF_8),
                URLDecoder.decode(credentials[1], StandardCharsets.UTF_8),
                path.isEmpty() ? 0 : Integer.parseInt(path));
    }

    String uri() {
        String credentials = password.isEmpty() ? "" : encode(user) + ":" + encode(password) + "@";
        return "redis://" + credentials + host + ":" + port + (database == 0 ? "" : "/" + database);
    }

    RedisAddress at(String otherHost, int otherPort) {
        return new RedisAddress(otherHost, otherPort, user, password, database);
    }

    RedisAddress as(String otherUser, String otherPassword) {
        return new RedisAddress(host, port, otherUser, otherPassword, database);
    }

    /**
     * Sends one command over a connection of its own.
     *
     * @return the reply's leaves, one per line
     * @throws IOException if there is no reply within 5 s
     * @throws IllegalStateException if the server answers with an error
     */
    String ask(String... command) throws IOException {
        return ask(TIMEOUT_MILLIS, command);
    }

    /** As {@link #ask(String...)}, with a limit for each step: connect and read. */
    String ask(int timeoutMillis, String... command) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            if (!password.isEmpty()) {
                exchange(socket, in, "AUTH", user.isEmpty() ? DEFAULT_USER : user, password);
            }
            if (database != 0) {
                exchange(socket, in, "SELECT", Integer.toString(database));
            }
            return exchange(socket, in, command);
        }
    }

    private static String exchange(Socket socket, InputStream in, String... command) throws IOException {
        socket.getOutputStream().write(RespFraming.request(command));
        Message reply = new RespFraming().readReply(in);
        if (reply == null) {
            throw new IOException("connection closed instead of a reply to " + command[0]);
        }
        String text = String.join("\n", reply.arguments());
        if (reply.name().equals("-")) {
            throw new IllegalStateException(text);
        }
        return text;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Without the password. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
