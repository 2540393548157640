// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of MySQL and MariaDB (https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html,
 * https://mariadb.com/kb/en/clientserver-protocol/).
 *
 * <p>A request is named by its command, {@code COM_QUERY}; {@code COM_QUERY}, {@code COM_STMT_PREPARE} and {@code
 * COM_STMT_EXECUTE} have the statement's text as their argument. A reply is one message from its first packet to its
 * last, with all results and rows; it is named by the packet that ends it: {@code OK}, {@code ERR}, {@code EOF}, or
 * {@code DATA}. Not understood: TLS and compression (the connection is reset), {@code LOAD DATA LOCAL}, replication.
 *
 * <p>One instance per connection; see {@link Framing} for threads.
 */
public final class MysqlFraming implements Framing {

    static final String QUERY = "COM_QUERY";
    static final String EXECUTE = "COM_STMT_EXECUTE";
    static final String BULK_EXECUTE = "COM_STMT_BULK_EXECUTE";

    private static final String LOGIN = "HandshakeResponse";
    private static final String LOGIN_STEP = "AuthResponse";
    private static final String CHANGE_USER = "COM_CHANGE_USER";
    private static final String PREPARE = "COM_STMT_PREPARE";
    private static final String FETCH = "COM_STMT_FETCH";
    private static final String QUIT = "COM_QUIT";
    private static final String CLOSE = "COM_STMT_CLOSE";
    private static final String LONG_DATA = "COM_STMT_SEND_LONG_DATA";
    private static final Map<Integer, String> COMMANDS = Map.ofEntries(
            Map.entry(0x01, QUIT),
            Map.entry(0x02, "COM_INIT_DB"),
            Map.entry(0x03, QUERY),
            Map.entry(0x09, "COM_STATISTICS"),
            Map.entry(0x0e, "COM_PING"),
            Map.entry(0x11, CHANGE_USER),
            Map.entry(0x16, PREPARE),
            Map.entry(0x17, EXECUTE),
            Map.entry(0x18, LONG_DATA),
            Map.entry(0x19, CLOSE),
            Map.entry(0x1a, "COM_STMT_RESET"),
            Map.entry(0x1b, "COM_SET_OPTION"),
            Map.entry(0x1c, FETCH),
            Map.entry(0x1f, "COM_RESET_CONNECTION"),
            Map.entry(0xfa, BULK_EXECUTE));

    /** MariaDB's client may execute what it prepares in the same flight, before it can know the statement's id. */
    private static final long LAST_PREPARED = 0xffff_ffffL;

    // Written by the thread of requests before the server sees them, read by the thread of replies.
    private final Queue<Message> pending = new ConcurrentLinkedQueue<>();
    private volatile MysqlCapabilities capabilities = MysqlCapabilities.NONE;

    // The other way round: the client knows an id only from a reply that this framing has read before.
    private final Map<Long, String> prepared = new ConcurrentHashMap<>();

    private boolean loggedIn;
    private String lastPrepared = "";
    private boolean greeted;

    /** The framing of one new connection. */
    public MysqlFraming() {}

    @Override
    public @Nullable Message readRequest(InputStream in) throws IOException {
        MysqlPacket packet = MysqlPacket.read(in);
        if (packet == null) {
            return null;
        }
        Message request = request(packet);
        if (isAnswered(request)) {
            pending.add(request);
        }
        return request;
    }

    private Message request(MysqlPacket packet) throws IOException {
        if (!loggedIn) {
            capabilities = MysqlCapabilities.of(packet);
            loggedIn = true;
            return new Message(LOGIN, List.of(), packet.bytes());
        }
        if (packet.sequence() != 0) {
            return new Message(LOGIN_STEP, List.of(), packet.bytes());
        }
        String name = COMMANDS.getOrDefault(packet.kind(), "COM_" + packet.kind());
        return new Message(name, arguments(name, packet), packet.bytes());
    }

    private List<String> arguments(String name, MysqlPacket packet) {
        return switch (name) {
            case QUERY -> List.of(packet.textFrom(capabilities.hasQueryAttributes() ? 3 : 1));
            case PREPARE -> {
                lastPrepared = packet.textFrom(1);
                yield List.of(lastPrepared);
            }
            case EXECUTE, BULK_EXECUTE -> {
                long id = packet.number(1, 4);
                yield List.of(id == LAST_PREPARED ? lastPrepared : prepared.getOrDefault(id, ""));
            }
            case CLOSE -> {
                prepared.remove(packet.number(1, 4));
                yield List.of();
            }
            default -> List.of();
        };
    }

    @Override
    public boolean isAnswered(Message request) {
        return switch (request.name()) {
            case QUIT, CLOSE, LONG_DATA -> false;
            default -> true;
        };
    }

    @Override
    public @Nullable Message readReply(InputStream in) throws IOException {
        MysqlPacket first = MysqlPacket.read(in);
        if (first == null) {
            return null;
        }
        if (!greeted) {
            greeted = true;
            return new Message("Greeting", List.of(), first.bytes());
        }
        MysqlReplyReader reader = new MysqlReplyReader(in, capabilities, first);
        Message request = pending.poll();
        if (request != null) {
            read(reader, request, first);
        }
        return new Message(nameOf(reader.last()), List.of(), reader.bytes());
    }

    private void read(MysqlReplyReader reader, Message request, MysqlPacket first) throws IOException {
        switch (request.name()) {
            case LOGIN, LOGIN_STEP, CHANGE_USER -> reader.readLogin();
            case PREPARE -> {
                if (first.isOk()) {
                    prepared.put(first.number(1, 4), request.arguments().get(0));
                }
                reader.readPrepared();
            }
            case QUERY, EXECUTE, BULK_EXECUTE -> reader.readResults();
            case FETCH -> reader.readFetched();
            default -> {}
        }
    }

    private static String nameOf(MysqlPacket last) {
        return switch (last.kind()) {
            case 0x00 -> "OK";
            case 0xfe -> "EOF";
            case 0xff -> "ERR";
            default -> "DATA";
        };
    }

    @Override
    public Pairing pair(@Nullable Message oldest, Message reply) {
        return oldest == null ? Pairing.UNSOLICITED : Pairing.LAST_PART;
    }
}
