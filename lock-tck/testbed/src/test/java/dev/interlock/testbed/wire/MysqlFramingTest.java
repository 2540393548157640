// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.wire.Framing.Pairing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets are written as their payloads, one character for a byte. */
class MysqlFramingTest {

    private static final int MYSQL = 1;
    private static final int COMPRESS = 1 << 5;
    private static final int SSL = 1 << 11;
    private static final int DEPRECATE_EOF = 1 << 24;
    private static final int QUERY_ATTRIBUTES = 1 << 27;

    private static final String OK = "\0\0\0\2\0\0\0";
    private static final String OK_AND_MORE = "\0\0\0\12\0\0\0";
    private static final String ERROR = "\u00ff\u0016\4#42S02no such table";
    private static final String COLUMN = "\3def and so on";
    private static final String EOF = "\u00fe\0\0\2\0";
    private static final String EOF_AND_MORE = "\u00fe\0\0\12\0";
    private static final String EOF_WITH_CURSOR = "\u00fe\0\0\102\0";
    private static final String END = "\u00fe\0\0\2\0\0\0";
    private static final String END_AND_MORE = "\u00fe\0\0\12\0\0\0";
    private static final String PROGRESS = "\u00ff\u00ff\u00ff\1\1\1\0\0\0\0";
    private static final String PREPARED = "\0\7\0\0\0\2\0\1\0\0\0\0";

    private final MysqlFraming framing = new MysqlFraming();

    private static byte[] packets(int firstSequence, String... payloads) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int sequence = firstSequence;
        for (String payload : payloads) {
            int length = payload.length();
            out.writeBytes(new byte[] {(byte) length, (byte) (length >> 8), (byte) (length >> 16), (byte) sequence++});
            out.writeBytes(payload.getBytes(ISO_8859_1));
        }
        return out.toByteArray();
    }

    private static String number(long value) {
        return new String(new char[] {
            (char) (value & 0xff), (char) (value >> 8 & 0xff), (char) (value >> 16 & 0xff), (char) (value >> 24 & 0xff)
        });
    }

    private Message request(int sequence, String payload) throws IOException {
        return framing.readRequest(new ByteArrayInputStream(packets(sequence, payload)));
    }

    private Message reply(String... payloads) throws IOException {
        return framing.readReply(new ByteArrayInputStream(packets(1, payloads)));
    }

    /** Greets and logs in, with the flags of the client and those that only MariaDB has. */
    private void logIn(int flags, int mariadbFlags) throws IOException {
        reply("\n8.0.31");
        request(1, number(flags) + "\0".repeat(24) + number(mariadbFlags) + "root\0");
        reply(OK);
    }

    private void assertReplyIsAll(String... payloads) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        stream.writeBytes(packets(1, payloads));
        stream.writeBytes(packets(1, OK));
        Message reply = framing.readReply(new ByteArrayInputStream(stream.toByteArray()));

        assertThat(reply.bytes()).isEqualTo(packets(1, payloads));
    }

    @Test
    void a_server_speaks_first_and_that_answers_nothing() throws IOException {
        Message greeting = reply("\n8.0.31");

        assertThat(greeting.name()).isEqualTo("Greeting");
        assertThat(framing.pair(null, greeting)).isEqualTo(Pairing.UNSOLICITED);
    }

    @Test
    void a_login_takes_as_many_steps_as_the_server_wants() throws IOException {
        reply("\n8.0.31");
        assertThat(request(1, number(MYSQL) + "root").name()).isEqualTo("HandshakeResponse");
        assertReplyIsAll("\u00fecaching_sha2_password\0salt");
        assertThat(request(3, "scramble").name()).isEqualTo("AuthResponse");
        assertReplyIsAll("\1\4");
        request(5, "\2");
        assertReplyIsAll("\1-----BEGIN PUBLIC KEY-----");
        request(7, "encrypted");
        assertReplyIsAll("\1\3", OK);
        assertThat(request(0, "\16").name()).isEqualTo("COM_PING");
        assertReplyIsAll(OK);
    }

    @ParameterizedTest
    @ValueSource(ints = {SSL, COMPRESS, 1 << 25, 1 << 26})
    void a_flag_that_makes_the_rest_unreadable_is_refused_at_the_login(int flag) {
        assertThatThrownBy(() -> logIn(flag, 0))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the client wants what this proxy cannot read, ");
    }

    @Test
    void results_end_where_they_end_in_the_older_protocol() throws IOException {
        logIn(MYSQL, 0);
        String[][] replies = {
            {OK},
            {ERROR},
            {OK_AND_MORE, OK_AND_MORE, OK},
            {OK_AND_MORE, ERROR},
            {"\2", COLUMN, COLUMN, EOF, EOF},
            {"\2", COLUMN, COLUMN, EOF, "\1a\u00fb", "\0\1b", EOF},
            {"\1", COLUMN, EOF, "\1a", ERROR},
            {"\1", COLUMN, EOF, "\1a", EOF_AND_MORE, "\1", COLUMN, EOF, EOF},
            {"\1", COLUMN, EOF_WITH_CURSOR},
            {"\1", COLUMN, EOF, "\u00fe\0\0\0\1\0\0\0\0a row", EOF},
        };
        for (String[] reply : replies) {
            request(0, "\3SELECT");
            assertReplyIsAll(reply);
        }
    }

    @Test
    void results_end_where_they_end_in_the_newer_protocol() throws IOException {
        logIn(MYSQL | DEPRECATE_EOF, 0);
        String[][] replies = {
            {OK},
            {ERROR},
            {"\u00fc\1\0", COLUMN, END},
            {"\2", COLUMN, COLUMN, "\1a\u00fb", "\0\1b", END},
            {"\1", COLUMN, "\1a", END_AND_MORE, OK_AND_MORE, "\1", COLUMN, "\1a", END},
        };
        for (String[] reply : replies) {
            request(0, "\27\1\0\0\0");
            assertReplyIsAll(reply);
        }
    }

    @Test
    void mariadb_reports_progress_and_leaves_out_columns_that_the_client_knows() throws IOException {
        logIn(DEPRECATE_EOF, 1 << 4);
        request(0, "\3ALTER TABLE");
        assertReplyIsAll(PROGRESS, PROGRESS, OK);
        request(0, "\27\1\0\0\0");
        assertReplyIsAll("\2\0", "\1a\1b", END);
        request(0, "\27\1\0\0\0");
        assertReplyIsAll("\2\1", COLUMN, COLUMN, "\1a\1b", END);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "16777217, 0"})
    void a_prepared_statement_comes_with_its_parameters_and_columns(int flags, int ends) throws IOException {
        logIn(flags, 0);
        request(0, "\26SELECT 1");
        if (ends > 0) {
            assertReplyIsAll(PREPARED, COLUMN, EOF, COLUMN, COLUMN, EOF);
        } else {
            assertReplyIsAll(PREPARED, COLUMN, COLUMN, COLUMN);
        }
        request(0, "\26SELECT");
        assertReplyIsAll(ERROR);
        request(0, "\34\7\0\0\0");
        assertReplyIsAll("\0\1a", "\0\1b", EOF);
    }

    @Test
    void an_execution_is_known_by_the_text_that_was_prepared_until_it_is_closed() throws IOException {
        logIn(MYSQL | DEPRECATE_EOF, 0);
        Message prepare = request(0, "\26UPDATE t SET v = ?");
        reply(PREPARED, COLUMN, COLUMN, COLUMN);
        Message execute = request(0, "\27\7\0\0\0\0\1\0\0\0");
        Message close = request(0, "\31\7\0\0\0");
        Message closed = request(0, "\27\7\0\0\0");

        assertThat(prepare.name()).isEqualTo("COM_STMT_PREPARE");
        assertThat(prepare.arguments()).containsExactly("UPDATE t SET v = ?");
        assertThat(execute.name()).isEqualTo("COM_STMT_EXECUTE");
        assertThat(execute.arguments()).containsExactly("UPDATE t SET v = ?");
        assertThat(closed.arguments()).containsExactly("");
        assertThat(framing.isAnswered(execute)).isTrue();
        assertThat(framing.isAnswered(close)).isFalse();
        assertThat(SqlRequests.running("update T")).accepts(execute).rejects(prepare, close);
    }

    @Test
    void mariadbs_client_runs_what_it_just_prepares() throws IOException {
        logIn(DEPRECATE_EOF, 0);
        request(0, "\26SELECT 7");

        assertThat(request(0, "\27\u00ff\u00ff\u00ff\u00ff").arguments()).containsExactly("SELECT 7");
        assertReplyIsAll(PREPARED, COLUMN, COLUMN, COLUMN);
        assertReplyIsAll("\1", COLUMN, "\0\1a", END);
    }

    @Test
    void the_text_of_a_query_begins_behind_its_attributes() throws IOException {
        logIn(MYSQL | QUERY_ATTRIBUTES, 0);

        assertThat(request(0, "\3\0\1SELECT 1").arguments()).containsExactly("SELECT 1");
    }

    @Test
    void an_error_without_a_request_stands_alone() throws IOException {
        logIn(MYSQL, 0);
        assertThat(framing.isAnswered(request(0, "\1"))).isFalse();

        Message timeout = reply(ERROR);
        assertThat(timeout.name()).isEqualTo("ERR");
        assertThat(framing.pair(null, timeout)).isEqualTo(Pairing.UNSOLICITED);
    }

    @Test
    void a_payload_of_sixteen_megabytes_and_more_is_one_request() throws IOException {
        logIn(MYSQL, 0);
        String text = "\3" + "x".repeat(0xff_ffff + 10);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        stream.writeBytes(packets(0, text.substring(0, 0xff_ffff)));
        stream.writeBytes(packets(1, text.substring(0xff_ffff)));

        Message request = framing.readRequest(new ByteArrayInputStream(stream.toByteArray()));
        assertThat(request.arguments().get(0)).hasSize(text.length() - 1);
        assertThat(request.bytes()).isEqualTo(stream.toByteArray());
    }

    @Test
    void a_stream_may_end_between_messages_but_not_within() throws IOException {
        logIn(MYSQL, 0);
        byte[] half = packets(1, "\1", COLUMN);
        request(0, "\3SELECT");

        assertThat(framing.readRequest(new ByteArrayInputStream(new byte[0]))).isNull();
        assertThatThrownBy(() -> framing.readReply(new ByteArrayInputStream(half)))
                .isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> framing.readRequest(new ByteArrayInputStream(half, 0, 3)))
                .isInstanceOf(EOFException.class);
        assertThat(List.of(framing.pair(request(0, "\16"), reply(OK)))).containsExactly(Pairing.LAST_PART);
    }
}
