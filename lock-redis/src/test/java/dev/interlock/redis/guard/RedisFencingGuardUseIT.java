// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

/** What the guard offers around a claim: the user's scripts, read-think-write, checks. */
class RedisFencingGuardUseIT {

    private static final String LOCK = "order:42";
    private static final String KEY = "stock:" + RedisFencingGuard.tag(LOCK);
    private static final String GUARD_KEY = "interlock:{order:42}:fence:shop-locks";

    private static GuardBench redis;
    private static RedisFencingGuard guard;

    @BeforeAll
    static void start() {
        redis = new GuardBench();
        guard = RedisFencingGuard.using(redis.jedis);
    }

    @AfterAll
    static void stop() {
        if (redis != null) {
            redis.close();
        }
    }

    @BeforeEach
    void empty() {
        assertThat(redis.server.command("FLUSHALL")).isEqualTo("OK");
    }

    private static FencingClaim claim(long token) {
        return new FencingDomain("shop-locks", 1).claim(LOCK, token);
    }

    @Test
    void the_example_of_the_documentation_runs() throws InterruptedException {
        FencingExample example = new FencingExample() {
            @Override
            String changed(String found) {
                return found + " is left";
            }
        };
        try (LockClient client = redis.fixture.open(ClientOptions.STANDARD);
                LockHandle handle = client.lock(LOCK).acquire(AcquireOptions.inherited())) {
            example.run(redis.jedis, new FencingDomain("shop-locks", 1), handle);
        }
        assertThat(redis.jedis.get(KEY)).isEqualTo("-1 is left");
    }

    @Test
    void a_script_sees_its_own_keys_and_arguments_only_and_its_answer_comes_back() {
        String script = "return {#KEYS, KEYS[1], #ARGV, ARGV[1], ARGV[2]} -- no line after this";
        assertThat(guard.eval(claim(5), script, List.of(KEY), List.of("a", "b")))
                .isEqualTo(List.of(1L, KEY, 2L, "a", "b"));
        assertThat(guard.eval(claim(5), "local nothing = 1", List.of(), List.of()))
                .isNull();
    }

    @Test
    void a_script_that_fails_has_claimed_and_its_error_passes_through() {
        assertThatExceptionOfType(JedisDataException.class)
                .isThrownBy(() -> guard.eval(claim(5), "return redis.error_reply('ERR mine')", List.of(), List.of()))
                .withMessage("ERR mine");
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.set(claim(4), KEY, "x"));
        assertThat(redis.jedis.exists(KEY)).isFalse();
    }

    @Test
    void the_server_may_forget_its_scripts_at_any_time() {
        guard.set(claim(5), KEY, "1");
        assertThat(redis.server.command("SCRIPT", "FLUSH")).isEqualTo("OK");
        guard.set(claim(5), KEY, "2");
        assertThat(redis.jedis.get(KEY)).isEqualTo("2");
    }

    @Test
    void a_claim_lasts() {
        guard.claim(claim(5));
        assertThat(redis.jedis.ttl(GUARD_KEY)).isEqualTo(-1);
        assertThat(redis.jedis.get(GUARD_KEY)).isEqualTo("1 1 5");
    }

    @Test
    void read_think_write_is_refused_once_another_has_claimed() {
        guard.claim(claim(5));
        guard.setIfKept(claim(5), KEY, "mine");
        guard.claim(claim(6));
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.setIfKept(claim(5), KEY, "late"));
        assertThat(redis.jedis.get(KEY)).isEqualTo("mine");
    }

    /** Row R7 for guards: after a loss of the claims, a plain claim by an old holder is accepted; this is not. */
    @Test
    void read_think_write_is_refused_when_the_claim_was_lost_or_never_made() {
        guard.claim(claim(5));
        empty();
        assertThatIllegalStateException()
                .isThrownBy(() -> guard.setIfKept(claim(5), KEY, "late"))
                .withMessageContainingAll("'order:42' not written", GUARD_KEY, "claim and read again");
        guard.claim(claim(5));
        assertThatIllegalStateException().isThrownBy(() -> guard.setIfKept(claim(6), KEY, "unread"));
        assertThat(redis.jedis.exists(KEY)).isFalse();
        guard.setIfKept(claim(5), KEY, "mine");
    }

    @Test
    void read_think_write_of_a_writer_is_refused_once_a_reader_has_claimed_and_lasts_over_older_readers() {
        FencingDomain domain = new FencingDomain("shop-locks", 1);
        FencingClaim writer = domain.writing("prices/write", 5);
        guard.claim(domain.reading("prices/read", 4));
        assertThatIllegalStateException()
                .isThrownBy(() -> guard.setIfKept(writer, "price", "unread"))
                .withMessageContainingAll("'prices/write' not written", "interlock:{prices/write}:fence:shop-locks");
        guard.claim(writer);
        guard.setIfKept(writer, "price", "1");
        guard.claim(domain.reading("prices/read", 6));
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> guard.setIfKept(writer, "price", "late"))
                .withMessageContainingAll("'prices/write'", "token 5", "token 6");
        assertThat(redis.jedis.get("price")).isEqualTo("1");
        assertThat(redis.jedis.get("interlock:{prices/write}:fence:shop-locks")).isEqualTo("2 1 5 6");
        assertThat(redis.jedis.ttl("interlock:{prices/write}:fence:shop-locks")).isEqualTo(-1);
    }

    @Test
    void a_foreign_value_under_the_guards_key_is_refused() {
        for (String value : List.of("5", "2 1 5", "1 0 5", "1 1 x", "1 1 5 ", "2 1 x 5", "2 1 5 0")) {
            assertThat(redis.server.command("SET", GUARD_KEY, value)).isEqualTo("OK");
            assertThatIllegalStateException()
                    .isThrownBy(() -> guard.claim(claim(9)))
                    .withMessageContaining(GUARD_KEY);
            assertThat(redis.jedis.get(GUARD_KEY)).isEqualTo(value);
        }
    }

    @Test
    void a_script_with_a_first_line_of_its_own_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> guard.eval(claim(5), "#!lua\nreturn 1", List.of(), List.of()));
    }

    @Test
    void tags_are_free_of_braces_and_differ_for_different_names() {
        assertThat(RedisFencingGuard.tag("order:42")).isEqualTo("{order:42}");
        assertThat(RedisFencingGuard.tag("{a}%7B")).isEqualTo("{%7Ba%7D%257B}");
    }

    @Test
    void a_server_that_evicts_is_refused_at_the_start() {
        guard.validate();
        redis.jedis.configSet("maxmemory-policy", "allkeys-lru");
        try {
            assertThatIllegalStateException()
                    .isThrownBy(guard::validate)
                    .withMessageContainingAll("maxmemory_policy allkeys-lru", "noeviction");
        } finally {
            redis.jedis.configSet("maxmemory-policy", "noeviction");
        }
    }
}
