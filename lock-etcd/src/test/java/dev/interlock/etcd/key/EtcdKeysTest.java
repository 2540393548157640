// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockName;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stored format. */
class EtcdKeysTest {

    private final EtcdKeys keys = new EtcdKeys("shop");
    private final AttemptId id = new AttemptId(1, 2);

    @Test
    void a_lock_has_a_holder_a_hint_and_a_queue() {
        LockName name = new LockName("order-42");
        assertThat(keys.holder(name)).hasToString("shop/order-42/holder");
        assertThat(keys.hint(name)).hasToString("shop/order-42/hint");
        assertThat(keys.queue(name)).hasToString("shop/order-42/queue/");
        assertThat(keys.waiter(name, id)).hasToString("shop/order-42/queue/00000000000000010000000000000002");
        assertThat(EtcdKeys.owner(id)).hasToString("00000000000000010000000000000002");
        assertThat(new EtcdKeys("").holder(name)).hasToString("order-42/holder");
    }

    @ParameterizedTest
    @CsvSource({"a/b, a%2Fb", "a%2Fb, a%252Fb", "a/queue/b, a%2Fqueue%2Fb", "Größe 5, Größe 5", "., .", "%, %25"})
    void a_name_is_one_segment(String name, String segment) {
        assertThat(EtcdKeys.encode(name)).isEqualTo(segment);
    }

    @Test
    void no_lock_has_the_key_of_a_probe() {
        assertThat(keys.probe(id).toString()).startsWith("shop/%interlock-probe/");
        assertThat(EtcdKeys.encode("%interlock-probe")).isEqualTo("%25interlock-probe");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "999, 1", "1000, 1", "1001, 2", "1995, 2", "30000, 30"})
    void a_time_to_live_is_never_shorter_than_the_lease(long millis, long seconds) {
        assertThat(EtcdTtl.seconds(Duration.ofMillis(millis))).isEqualTo(seconds);
    }

    @Test
    void a_revision_leaves_room_for_a_block_of_tokens() {
        assertThat(EtcdTokens.first(1)).isEqualTo(64);
        assertThat(EtcdTokens.first(2)).isEqualTo(EtcdTokens.first(1) + EtcdTokens.MAX_TOKENS);
        assertThat(EtcdTokens.first((1L << 57) - 1)).isPositive();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EtcdTokens.first(1L << 57))
                .withMessageContaining("<= 144115188075855871 but was 144115188075855872");
        assertThatIllegalArgumentException().isThrownBy(() -> EtcdTokens.first(0));
    }
}
