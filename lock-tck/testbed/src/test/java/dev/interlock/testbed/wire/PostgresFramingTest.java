// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.wire.Framing.Pairing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresFramingTest {

    private static final byte[] READY = message('Z', "I");
    private static final byte[] SYNC = message('S', "");

    private final PostgresFraming framing = new PostgresFraming();

    private static byte[] message(char type, String body) {
        byte[] bytes = body.getBytes(UTF_8);
        return ByteBuffer.allocate(5 + bytes.length)
                .put((byte) type)
                .putInt(4 + bytes.length)
                .put(bytes)
                .array();
    }

    private static byte[] authentication(int kind) {
        return ByteBuffer.allocate(9).put((byte) 'R').putInt(8).putInt(kind).array();
    }

    private static byte[] untyped(int code, int more) {
        return ByteBuffer.allocate(12).putInt(12).putInt(code).putInt(more).array();
    }

    private static byte[] join(byte[]... messages) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] message : messages) {
            out.writeBytes(message);
        }
        return out.toByteArray();
    }

    private static InputStream stream(byte[]... messages) {
        return new ByteArrayInputStream(join(messages));
    }

    private Message request(byte[]... messages) throws IOException {
        return framing.readRequest(stream(messages));
    }

    private void logIn() throws IOException {
        assertThat(request(untyped(196_608, 0)).name()).isEqualTo("StartupMessage");
    }

    private Message assertReplyIsAll(byte[]... messages) throws IOException {
        Message reply = framing.readReply(stream(join(messages), READY));
        assertThat(reply.bytes()).isEqualTo(join(messages));
        return reply;
    }

    @Test
    void a_client_asks_for_encryption_and_goes_on_without() throws IOException {
        Message asks = request(untyped(80_877_103, 0));
        Message refused = framing.readReply(stream(new byte[] {'N'}));

        assertThat(asks.name()).isEqualTo("SSLRequest");
        assertThat(refused.bytes()).containsExactly('N');
        assertThat(framing.pair(asks, refused)).isEqualTo(Pairing.LAST_PART);
        logIn();
        assertThat(assertReplyIsAll(authentication(0), message('S', "a\0b\0"), message('K', "pid+key."), READY)
                        .name())
                .isEqualTo("ReadyForQuery");
    }

    @ParameterizedTest
    @ValueSource(chars = {'S', 'G'})
    void a_server_that_agrees_to_encryption_ends_the_connection(char yes) throws IOException {
        request(untyped(80_877_103, 0));

        assertThatThrownBy(() -> framing.readReply(stream(new byte[] {(byte) yes})))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("sslmode=disable");
    }

    @Test
    void a_login_takes_as_many_steps_as_the_server_wants() throws IOException {
        logIn();
        assertThat(assertReplyIsAll(authentication(10)).name()).isEqualTo("Authentication");
        assertThat(request(message('p', "SCRAM")).name()).isEqualTo("PasswordMessage");
        assertReplyIsAll(authentication(11));
        request(message('p', "proof"));
        assertReplyIsAll(authentication(12), authentication(0), READY);
    }

    @Test
    void a_simple_query_is_one_request_with_its_text() throws IOException {
        logIn();
        Message query = request(message('Q', "UPDATE t\0"), message('X', ""));

        assertThat(query.name()).isEqualTo("Query");
        assertThat(query.arguments()).containsExactly("UPDATE t");
        assertThat(query.bytes()).isEqualTo(message('Q', "UPDATE t\0"));
        assertThat(SqlRequests.running("update T")).accepts(query);
    }

    @Test
    void all_messages_up_to_a_sync_are_one_request_with_all_texts_that_it_runs() throws IOException {
        logIn();
        byte[][] flight = {
            message('P', "\0BEGIN\0\0\0"),
            message('B', "\0\0"),
            message('E', "\0\0\0\0\0"),
            message('P', "S_1\0UPDATE t SET v = $1\0\0\0"),
            message('B', "\0S_1\0"),
            message('D', "P\0"),
            message('E', "\0\0\0\0\1"),
            SYNC
        };
        Message request = request(join(flight), message('Q', "SELECT 2\0"));

        assertThat(request.bytes()).isEqualTo(join(flight));
        assertThat(request.name()).isEqualTo("Execute");
        assertThat(request.arguments()).containsExactly("BEGIN", "UPDATE t SET v = $1");
        assertThat(SqlRequests.running("update T")).accepts(request);
    }

    @Test
    void a_named_statement_is_known_by_its_text_until_it_is_closed() throws IOException {
        logIn();
        Message parse = request(message('P', "S_1\0UPDATE t\0\0\0"), message('D', "SS_1\0"), SYNC);
        Message execute = request(message('B', "C_1\0S_1\0"), message('E', "C_1\0\0\0\0\0"), SYNC);
        Message close = request(message('C', "SS_1\0"), SYNC);
        Message closed = request(message('B', "\0S_1\0"), message('E', "\0\0\0\0\0"), SYNC);

        assertThat(parse.name()).isEqualTo("Parse");
        assertThat(parse.arguments()).isEmpty();
        assertThat(execute.arguments()).containsExactly("UPDATE t");
        assertThat(close.name()).isEqualTo("Close");
        assertThat(closed.arguments()).containsExactly("");
        assertThat(SqlRequests.running("update")).accepts(execute).rejects(parse, close, closed);
    }

    @Test
    void a_reply_goes_on_until_the_server_is_ready() throws IOException {
        Message rows = assertReplyIsAll(
                message('1', ""),
                message('2', ""),
                message('T', "columns"),
                message('D', "row"),
                message('N', "notice"),
                message('C', "SELECT 1\0"),
                READY);
        Message error = assertReplyIsAll(message('E', "C23505\0\0"), READY);

        assertThat(rows.name()).isEqualTo("ReadyForQuery");
        assertThat(error.name()).isEqualTo("ErrorResponse");
    }

    @ParameterizedTest
    @ValueSource(chars = {'A', 'N', 'S'})
    void a_message_that_the_server_sends_by_itself_stands_alone(char type) throws IOException {
        logIn();
        Message query = request(message('Q', "SELECT 1\0"));
        Message notice = assertReplyIsAll(message(type, "news"));

        assertThat(framing.pair(null, notice)).isEqualTo(Pairing.UNSOLICITED);
        assertThat(framing.pair(query, notice)).isEqualTo(Pairing.UNSOLICITED);
        assertThat(framing.pair(query, assertReplyIsAll(message('C', "SELECT 1\0"), READY)))
                .isEqualTo(Pairing.LAST_PART);
    }

    @Test
    void the_message_of_a_server_that_ends_the_connection_is_read() throws IOException {
        byte[] goodbye = message('E', "SFATAL\0C57P01\0\0");
        InputStream in = stream(goodbye);
        Message reply = framing.readReply(in);

        assertThat(reply.bytes()).isEqualTo(goodbye);
        assertThat(reply.name()).isEqualTo("ErrorResponse");
        assertThat(framing.pair(null, reply)).isEqualTo(Pairing.UNSOLICITED);
        assertThat(framing.readReply(in)).isNull();
    }

    @Test
    void farewells_and_cancellations_are_not_answered() throws IOException {
        Message cancel = request(untyped(80_877_102, 4711));
        assertThat(cancel.name()).isEqualTo("CancelRequest");
        assertThat(framing.isAnswered(cancel)).isFalse();
        logIn();
        assertThat(framing.isAnswered(request(message('X', "")))).isFalse();
        assertThat(framing.isAnswered(request(SYNC))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(chars = {'H', 'd'})
    void a_message_that_would_leave_the_proxy_waiting_is_refused(char type) throws IOException {
        logIn();

        assertThatThrownBy(() -> request(message(type, ""), SYNC))
                .isInstanceOf(IOException.class)
                .hasMessage("a message of type '" + type + "' is not understood");
        assertThatThrownBy(() -> request(message('P', "\0SELECT 1\0\0\0"), message(type, ""), SYNC))
                .isInstanceOf(IOException.class);
    }

    @Test
    void a_stream_may_end_between_messages_but_not_within() throws IOException {
        assertThat(request()).isNull();
        assertThat(framing.readReply(stream())).isNull();
        logIn();

        assertThatThrownBy(() -> request(message('P', "\0SELECT 1\0\0\0"))).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> framing.readReply(new ByteArrayInputStream(READY, 0, 4)))
                .isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> framing.readReply(stream(new byte[] {'Z', -1, -1, -1, -1})))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("not a message of PostgreSQL");
    }
}
