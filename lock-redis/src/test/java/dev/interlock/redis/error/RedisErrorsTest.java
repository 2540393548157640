// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.AttemptId;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

class RedisErrorsTest {

    /** As Redis 6.2 begins to say what a script ran into. */
    private static final String CUT_SHORT = "ERR Error running script (call to f_16fb): @user_script:34";

    private static final LockName LOCK = new LockName("order:42");
    private static final RedisRequestTracker NEVER = new RedisRequestTracker();

    private final RedisErrors errors = new RedisErrors(
            "redis at h:6379",
            RedisLockOptions.STANDARD.withServer(
                    new Server("h", 6379, false, 0, "u", "secret", "n", Duration.ofSeconds(1), Duration.ofSeconds(1))));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                READONLY You can't write against a read only replica.            | true  | is read-only
                OOM command not allowed when used memory > 'maxmemory'.          | true  | is out of memory
                MISCONF Redis is configured to save RDB snapshots                | true  | cannot save
                LOADING Redis is loading the dataset in memory                   | true  | is loading
                BUSY Redis is busy running a script.                             | true  | is busy
                CLUSTERDOWN The cluster is down                                  | true  | cluster that is down
                MASTERDOWN Link with MASTER is down                              | true  | without its primary
                NOREPLICAS Not enough good replicas to write.                    | true  | too few replicas
                TRYAGAIN Multiple keys request during rehashing of slot          | true  | is moving
                ERR max number of clients reached                                | true  | too many clients
                WRONGTYPE Operation against a key holding the wrong kind         | false | something else
                NOAUTH Authentication required.                                  | false | wants a login
                WRONGPASS invalid username-password pair or user is disabled.    | false | refused the login
                NOPERM this user has no permissions to run the 'eval' command    | false | lacks a right
                ERR The user executing the script can't run this command         | false | lacks a right
                MOVED 3999 127.0.0.1:6381                                        | false | node of a cluster
                DENIED Redis is running in protected mode                        | false | protected mode
                ERR DB index is out of range                                     | false | no such database
                ERR unknown command 'EVALSHA'                                    | false | lacks a command
                ERR Error running script (call to f_16fb): @user_script:34: @user_script: 34: -OOM command not     | true  | is out of memory
                ERR Error running script (call to f_16fb): @user_script:12: WRONGTYPE Operation against a key      | false | something else
                ERR Error running script (call to f_16fb): @user_script:1: @user_script: 1: The user executing the script can't | false | lacks a right
                """)
    void the_table_says_surely_not_acquired(String reply, boolean retryable, String what) {
        AcquireOutcome outcome = errors.acquire(LOCK, new JedisDataException(reply), sent(1));
        assertThat(outcome).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.retryable()).isEqualTo(retryable);
            assertThat(refused.cause())
                    .hasMessageStartingWith("'order:42' not acquired: redis at h:6379 ")
                    .hasMessageContaining(what)
                    .hasMessageContaining("(" + reply.substring(0, 6));
        });
    }

    @Test
    void the_message_names_lock_store_reply_and_way_out() {
        JedisException thrown = new JedisDataException("READONLY You can't write against a read only replica.");
        assertThat(errors.acquire(LOCK, thrown, sent(1)))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.cause())
                                .hasMessage("'order:42' not acquired: redis at h:6379 is read-only"
                                        + " (READONLY You can't write against a read only replica.):"
                                        + " point the uri at the primary"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ERR something new", "ERR user READONLY is odd", "EXECABORT", "UNKILLABLE", "", CUT_SHORT})
    void a_reply_that_is_not_in_the_table_is_unknown(String reply) {
        assertThat(errors.acquire(LOCK, new JedisDataException(reply), sent(1))).isInstanceOf(Unknown.class);
    }

    @Test
    void after_the_first_byte_was_written_no_answer_is_unknown() {
        for (Exception cause : new Exception[] {new SocketTimeoutException("Read timed out"), new EOFException()}) {
            JedisException thrown = new JedisConnectionException(cause);
            assertThat(errors.acquire(LOCK, thrown, sent(1))).isEqualTo(new Unknown(thrown));
        }
    }

    @Test
    void an_error_reply_to_the_second_of_two_sendings_says_nothing_about_the_first() {
        JedisException thrown = new JedisDataException("READONLY You can't write against a read only replica.");
        assertThat(errors.acquire(LOCK, thrown, sent(2))).isEqualTo(new Unknown(thrown));
    }

    @Test
    void a_request_that_was_never_sent_is_refused() {
        JedisConnectionException connect = new JedisConnectionException("Failed to connect to h:6379.");
        connect.addSuppressed(new ConnectException("Connection refused"));
        assertRefused(connect, true, "no connection to redis at h:6379 (ConnectException: Connection refused)");
        assertRefused(
                new JedisException(
                        "Could not get a resource", new NoSuchElementException("Timeout waiting for idle object")),
                true,
                "no connection to redis at h:6379 became free in time");
        assertRefused(
                new JedisConnectionException(new SSLHandshakeException("No name matching h found")),
                false,
                "no TLS connection to redis at h:6379");
        assertRefused(
                new JedisConnectionException(new SocketTimeoutException("Read timed out")),
                true,
                "redis at h:6379 accepted the connection and gave no first reply in time");
        JedisConnectionException unreached = new JedisConnectionException("Failed to connect to h:6379.");
        unreached.addSuppressed(new SocketTimeoutException("Connect timed out"));
        assertRefused(unreached, true, "no connection to redis at h:6379");
        assertRefused(new JedisDataException("ERR a handshake we do not know"), false, "answered with an error");
        SSLHandshakeException cut = new SSLHandshakeException("Remote host terminated the handshake");
        assertThat(cut.initCause(new EOFException("closed"))).isSameAs(cut);
        assertRefused(new JedisConnectionException(cut), true, "no TLS connection to redis at h:6379");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ERR unknown command 'HELLO', with args: '3' 'AUTH' 'u' 'canary-7391'",
                "ERR Protocol error near canary-7391",
                "WRONGPASS for canary-7391",
                "canary-7391 is wrong"
            })
    void of_a_reply_to_a_login_nothing_but_the_code_is_shown(String reply) {
        for (JedisException thrown : List.of(
                new JedisDataException("Server does not support HELLO", new JedisDataException(reply)),
                new JedisDataException(reply))) {
            assertThat(errors.acquire(LOCK, thrown, NEVER)).isInstanceOfSatisfying(Refused.class, refused -> {
                for (Throwable shown = refused.cause(); shown != null; shown = shown.getCause()) {
                    assertThat(shown.toString()).doesNotContain("7391");
                }
            });
            assertThat(errors.sanitized(thrown).toString()).doesNotContain("7391");
        }
    }

    @Test
    void a_line_that_a_server_sends_before_it_hangs_up_is_a_reply_too() {
        JedisException thrown = new JedisConnectionException("ERR Protocol error near canary-7391");
        assertRefused(thrown, true, "(ERR …)");
    }

    @Test
    void of_a_reply_to_a_script_everything_but_its_arguments_is_shown() {
        String id = AttemptId.random().text();
        JedisException thrown = new JedisDataException(
                "ERR unknown command 'EVALSHA', with args beginning with: '0b1c' '2' 'interlock:{a}' '" + id + "'");
        assertThat(errors.acquire(LOCK, thrown, sent(1)))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.cause())
                                .hasMessageContaining("(ERR unknown command 'EVALSHA' …)")
                                .hasMessageNotContaining(id));
        assertThat(errors.sanitized(new JedisDataException("ERR odd value " + id + " in script"), sent(1)))
                .hasMessage("ERR odd value *** in script");
    }

    @Test
    void a_reply_is_shown_on_one_line_and_not_at_any_length() {
        JedisException thrown = new JedisDataException("OOM " + "x\n".repeat(500));
        assertThat(errors.acquire(LOCK, thrown, sent(1)))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.cause().getMessage())
                                .hasSizeLessThan(400)
                                .doesNotContain("\n"));
    }

    private void assertRefused(JedisException thrown, boolean retryable, String text) {
        assertThat(errors.acquire(LOCK, thrown, NEVER)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.retryable()).isEqualTo(retryable);
            assertThat(refused.cause()).hasMessageContaining(text);
        });
    }

    private static RedisRequestTracker sent(int times) {
        RedisRequestTracker tracker = new RedisRequestTracker();
        for (int i = 0; i < times; i++) {
            assertThat(tracker.watch(new byte[0]).getRaw()).isEmpty();
        }
        return tracker;
    }
}
