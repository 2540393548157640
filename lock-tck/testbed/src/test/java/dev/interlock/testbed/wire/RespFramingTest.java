// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.wire.Framing.Pairing;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespFramingTest {

    private final RespFraming framing = new RespFraming();

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private Message reply(String text) throws IOException {
        return framing.readReply(stream(text));
    }

    private Message request(String... words) throws IOException {
        return framing.readRequest(new ByteArrayInputStream(RespFraming.request(words)));
    }

    private List<Pairing> pair(Message oldest, String... replies) throws IOException {
        List<Pairing> pairings = new ArrayList<>();
        for (String reply : replies) {
            pairings.add(framing.pair(oldest, reply(reply)));
        }
        return pairings;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+OK\r\n",
                "-ERR no\r\n",
                ":-42\r\n",
                "$5\r\nhello\r\n",
                "$0\r\n\r\n",
                "$4\r\na\r\nb\r\n",
                "$-1\r\n",
                "*-1\r\n",
                "*0\r\n",
                "*2\r\n*2\r\n:1\r\n$1\r\na\r\n*1\r\n_\r\n",
                "_\r\n",
                "#t\r\n",
                ",3.14\r\n",
                ",inf\r\n",
                "(3492890328409238509324850943850943825024385\r\n",
                "!5\r\nERR x\r\n",
                "=7\r\ntxt:abc\r\n",
                "%2\r\n+a\r\n:1\r\n+b\r\n*1\r\n#f\r\n",
                "~2\r\n+a\r\n+b\r\n",
                ">2\r\n+invalidate\r\n*1\r\n+k\r\n",
                "|1\r\n+ttl\r\n:3600\r\n*1\r\n+a\r\n",
            })
    void a_reply_of_any_type_ends_where_it_ends(String reply) throws IOException {
        InputStream in = stream(reply + "+NEXT\r\n");

        assertThat(framing.readReply(in).bytes()).asString(UTF_8).isEqualTo(reply);
        assertThat(framing.readReply(in).arguments()).containsExactly("NEXT");
        assertThat(framing.readReply(in)).isNull();
    }

    @Test
    void a_request_is_named_by_its_command_in_upper_case() throws IOException {
        Message request = request("evalsha", "abc", "0", "grüße");

        assertThat(request.name()).isEqualTo("EVALSHA");
        assertThat(request.arguments()).containsExactly("abc", "0", "grüße");
        assertThat(request)
                .matches(Message.named("get", "EvalSha"))
                .matches(Message.named("GET").negate());
    }

    @Test
    void a_command_typed_as_a_line_is_a_request() throws IOException {
        Message request = framing.readRequest(stream("set a  1\r\n"));

        assertThat(request.name()).isEqualTo("SET");
        assertThat(request.arguments()).containsExactly("a", "1");
        assertThat(request.bytes()).asString(UTF_8).isEqualTo("set a  1\r\n");
    }

    @Test
    void a_reply_is_read_as_its_leaves_without_attributes() throws IOException {
        Message reply = reply("|1\r\n+ttl\r\n:3600\r\n*3\r\n+a\r\n*2\r\n:1\r\n$-1\r\n%1\r\n+k\r\n_\r\n");

        assertThat(reply.name()).isEqualTo("*");
        assertThat(reply.arguments()).containsExactly("a", "1", "(nil)", "k", "(nil)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"+OK", "$5\r\nhel", "$5\r\nhello", "*2\r\n:1\r\n", "%1\r\n+a\r\n", "|1\r\n+a\r\n+b\r\n"})
    void a_stream_that_ends_within_a_reply_is_an_error(String part) {
        assertThatThrownBy(() -> reply(part)).isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\n", "*x\r\n", "$?\r\n;4\r\n"})
    void something_else_is_an_error(String other) {
        assertThatThrownBy(() -> reply(other)).isInstanceOf(IOException.class).hasMessageContaining("not a RESP");
    }

    @Test
    void a_plain_reply_answers_the_oldest_request() throws IOException {
        assertThat(pair(request("GET", "a"), "$1\r\nx\r\n", "-ERR\r\n", "*1\r\n$7\r\nmessage\r\n"))
                .containsOnly(Pairing.LAST_PART);
    }

    @Test
    void a_reply_to_nothing_is_unsolicited() throws IOException {
        assertThat(pair(null, "+OK\r\n")).containsOnly(Pairing.UNSOLICITED);
    }

    @Test
    void a_push_is_unsolicited_and_may_come_between_request_and_reply() throws IOException {
        assertThat(pair(request("GET", "a"), ">3\r\n+message\r\n+c\r\n+x\r\n", ">2\r\n+invalidate\r\n_\r\n", "$-1\r\n"))
                .containsExactly(Pairing.UNSOLICITED, Pairing.UNSOLICITED, Pairing.LAST_PART);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", ">"})
    void a_subscription_is_confirmed_once_per_channel(String type) throws IOException {
        assertThat(pair(
                        request("SUBSCRIBE", "a", "b"),
                        type + "3\r\n+subscribe\r\n+a\r\n:1\r\n",
                        type + "3\r\n+message\r\n+a\r\n+early\r\n",
                        type + "3\r\n+subscribe\r\n+b\r\n:2\r\n"))
                .containsExactly(Pairing.PART, Pairing.UNSOLICITED, Pairing.LAST_PART);
        assertThat(pair(null, type + "3\r\n+message\r\n+a\r\n+x\r\n")).containsExactly(Pairing.UNSOLICITED);
        assertThat(pair(request("PING"), type + "3\r\n+message\r\n+a\r\n+x\r\n", "*2\r\n+pong\r\n+\r\n"))
                .containsExactly(Pairing.UNSOLICITED, Pairing.LAST_PART);
    }

    @Test
    void after_the_last_unsubscription_arrays_are_replies_again() throws IOException {
        pair(request("SUBSCRIBE", "a"), "*3\r\n+subscribe\r\n+a\r\n:1\r\n");

        assertThat(pair(request("UNSUBSCRIBE"), "*3\r\n+unsubscribe\r\n+a\r\n:0\r\n"))
                .containsExactly(Pairing.LAST_PART);
        assertThat(pair(request("LRANGE", "l", "0", "-1"), "*3\r\n+message\r\n+a\r\n+b\r\n"))
                .containsExactly(Pairing.LAST_PART);
    }
}
