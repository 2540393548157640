// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.redis.options.AcknowledgedWrites;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.request.RedisRequestTracker;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.NoSuchElementException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The messages for a step that failed, and the outcome that follows from a reply. */
class RedisErrorMessagesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final RedisRequestTracker NEVER = new RedisRequestTracker();
    private static final RedisLockOptions OPTIONS = RedisLockOptions.STANDARD.withPrefix("shop");

    private final RedisErrors plain = new RedisErrors("redis at h:1", OPTIONS, " +wait");
    private final RedisErrors encrypted = new RedisErrors(
            "redis at h:1",
            OPTIONS.withServer(new Server(
                    "h", 1, true, 0, null, null, "n", Server.STANDARD.connectTimeout(), Server.STANDARD.timeout())));

    private static String message(RedisErrors errors, RuntimeException thrown) {
        return errors.unavailable("failed", thrown, NEVER).getMessage();
    }

    @Test
    void a_missing_right_is_reported_with_all_that_a_user_needs() {
        String rights = "resetchannels ~shop:* &shop:* &__redis__:invalidate +ping +info +client|setname"
                + " +client|id +client|tracking +eval +evalsha +get +set +del +pexpire +pttl +time"
                + " +publish +subscribe +unsubscribe +zadd +zcard +zrange +zrem +zscore +pubsub|numsub +wait";
        assertThat(plain.rights()).isEqualTo(rights);
        assertThat(message(plain, new JedisDataException("NOPERM no permissions")))
                .endsWith("): grant: " + rights);
        assertThat(plain.store()).isEqualTo("redis at h:1");
    }

    @Test
    void what_follows_from_a_reply() {
        JedisDataException readOnly = new JedisDataException("READONLY You can't");
        JedisDataException noRight = new JedisDataException("NOPERM no permissions");
        JedisDataException unheardOf = new JedisDataException("ERR something new");
        assertThat(RedisErrors.isReadOnly(readOnly)).isTrue();
        assertThat(RedisErrors.isReadOnly(noRight)).isFalse();
        assertThat(RedisErrors.mayPass(readOnly)).isTrue();
        assertThat(RedisErrors.mayPass(noRight)).isFalse();
        assertThat(RedisErrors.mayPass(unheardOf)).isFalse();
        assertThat(RedisErrors.isMissingRight(noRight)).isTrue();
        assertThat(RedisErrors.isMissingRight(readOnly)).isFalse();
    }

    @Test
    void missing_replicas_and_foreign_keys_are_reported_with_a_way_out() {
        assertThat(plain.notAcknowledged(
                        "failed", new NotAcknowledgedException(1, new AcknowledgedWrites(2, SECOND), 500)))
                .hasMessageStartingWith("failed: redis at h:1 did it, but ")
                .hasMessageEndingWith("or ask for fewer by minReplicas");
        assertThat(plain.foreign("failed", "shop:{a}", "a list"))
                .hasMessage("failed: redis at h:1 keeps something else under the key 'shop:{a}' (a list): delete that"
                        + " key or use another prefix");
    }

    @Test
    void nodes_that_disagree_and_servers_that_are_silent_are_reported() {
        assertThat(message(plain, new TooManyRedirectionsException(5, new HostAndPort("h", 2))))
                .contains("has nodes that disagree")
                .endsWith("and compare CLUSTER SLOTS of its nodes");
        RedisRequestTracker sent = new RedisRequestTracker();
        assertThat(sent.watch(new byte[0]).getRaw()).isEmpty();
        assertThat(plain.unavailable("failed", new JedisConnectionException(new SocketTimeoutException("slow")), sent))
                .hasMessage("failed: redis at h:1 did not answer (SocketTimeoutException: slow): check the server and"
                        + " the option timeout");
    }

    @Test
    void a_full_pool_is_distinguished_from_a_port_for_tls() {
        assertThat(message(plain, new JedisException("no", new NoSuchElementException("idle"))))
                .endsWith("raise poolSize or poolWait");
        String hint = ", and that its port is not one for TLS: else write rediss instead of redis";
        assertThat(message(plain, new JedisConnectionException(new SocketException("reset"))))
                .endsWith("names it" + hint);
        assertThat(message(plain, new JedisConnectionException("Unexpected end of stream.")))
                .endsWith("names it" + hint);
        assertThat(message(plain, new JedisConnectionException(new ConnectException("refused"))))
                .endsWith("names it");
        assertThat(message(plain, unreachable())).endsWith("names it");
    }

    /** As Jedis words it: the reason stands beside, one for each address. */
    private static JedisConnectionException unreachable() {
        JedisConnectionException connect = new JedisConnectionException("Failed to connect to h:1.");
        connect.addSuppressed(new ConnectException("refused"));
        return connect;
    }

    @Test
    void with_tls_the_checks_are_others() {
        assertThat(message(encrypted, new JedisConnectionException(new SSLException("not an SSL message"))))
                .endsWith("the port does not speak TLS: name one that does, or write redis instead of rediss");
        assertThat(message(encrypted, new JedisConnectionException(new SSLHandshakeException("no name"))))
                .contains("no TLS connection to redis at h:1")
                .endsWith("check the certificate and the host's name in it");
        SSLHandshakeException cut = new SSLHandshakeException("ended");
        assertThat(cut.initCause(new EOFException("closed"))).isSameAs(cut);
        assertThat(message(encrypted, new JedisConnectionException(cut)))
                .endsWith("check the certificate and the host's name in it");
        assertThat(message(encrypted, unreachable()))
                .endsWith("check that the server runs, that the uri names it, and that its port speaks TLS: else write"
                        + " redis instead of rediss");
        assertThat(message(plain, new JedisConnectionException(new SSLHandshakeException("no name"))))
                .contains("no TLS connection to redis at h:1");
    }

    @Test
    void a_text_of_exactly_the_longest_length_is_shown_whole() {
        String longest = "OOM " + "x".repeat(156);
        RedisRequestTracker sent = new RedisRequestTracker();
        assertThat(sent.watch(new byte[0]).getRaw()).isEmpty();
        assertThat(plain.unavailable("failed", new JedisDataException(longest), sent))
                .hasMessageContaining("(" + longest + ")");
        assertThat(plain.unavailable("failed", new JedisDataException(longest + "x"), sent))
                .hasMessageContaining("(" + longest + "…)");
    }
}
