// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.MultiLockHandle;
import dev.interlock.StaleTokenException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Claims of several names in one step. */
class FencingGuardSetTest {

    private static final FencingDomain DOMAIN = new FencingDomain("shop-locks", 1);

    private final FencingGuard guard = new FencingGuard(100);
    private int resource;

    private int claimAll(List<FencingClaim> claims) {
        return guard.<Integer, RuntimeException>claimAll(claims, () -> ++resource);
    }

    private static List<FencingClaim> claims(long a, long b, long c) {
        return List.of(DOMAIN.claim("a", a), DOMAIN.claim("b", b), DOMAIN.claim("c", c));
    }

    @Test
    void all_are_recorded_or_none() {
        assertThat(claimAll(claims(5, 5, 5))).isEqualTo(1);
        assertThatThrownBy(() -> claimAll(claims(6, 6, 4)))
                .isInstanceOf(StaleTokenException.class)
                .hasMessageContaining("'c'");
        assertThat(resource).isEqualTo(1);
        assertThat(claimAll(claims(5, 5, 5))).as("6 was not recorded").isEqualTo(2);
        assertThat(claimAll(claims(7, 5, 5))).isEqualTo(3);
        assertThatThrownBy(() -> claimAll(claims(6, 5, 5))).isInstanceOf(StaleTokenException.class);
        assertThatThrownBy(() -> guard.<Integer, RuntimeException>claim(DOMAIN.claim("a", 6), () -> 0))
                .isInstanceOf(StaleTokenException.class);
    }

    @Test
    void sets_without_a_claim_or_with_two_of_a_name_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> claimAll(List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> claimAll(List.of(DOMAIN.claim("a", 1), DOMAIN.claim("a", 2))))
                .withMessageContaining("two of a");
    }

    @Test
    void locks_of_one_name_in_two_domains_are_two() {
        FencingDomain other = new FencingDomain("other-locks", 1);
        assertThat(claimAll(List.of(DOMAIN.claim("a", 5), other.claim("a", 1)))).isEqualTo(1);
        assertThat(claimAll(List.of(other.claim("a", 1), DOMAIN.claim("a", 6)))).isEqualTo(2);
        assertThatThrownBy(() -> claimAll(List.of(DOMAIN.claim("a", 5), other.claim("a", 2))))
                .isInstanceOf(StaleTokenException.class)
                .hasMessageContaining("shop-locks");
    }

    @Test
    void a_hold_of_several_locks_claims_by_the_token_of_each() throws InterruptedException {
        try (LockClient client = LockClient.connect("memory:FencingGuardSetTest")) {
            MultiLockHandle first = client.lockAll(List.of("b", "a")).acquire();
            assertThat(DOMAIN.claims(first))
                    .containsExactly(
                            DOMAIN.claim("a", first.fencingToken("a")), DOMAIN.claim("b", first.fencingToken("b")));
            first.close();
            MultiLockHandle second = client.lockAll(List.of("a", "b")).acquire();
            claimAll(DOMAIN.claims(second));
            assertThatThrownBy(() -> claimAll(DOMAIN.claims(first))).isInstanceOf(StaleTokenException.class);
        }
    }

    @Test
    void claims_in_different_orders_do_not_wait_for_each_other() throws Exception {
        List<CompletableFuture<Void>> claiming = IntStream.range(0, 4)
                .mapToObj(caller -> CompletableFuture.runAsync(() -> {
                    Random random = new Random(caller);
                    for (int i = 0; i < 2_000; i++) {
                        List<FencingClaim> claims = new ArrayList<>(claims(1, 1, 1));
                        Collections.shuffle(claims, random);
                        claimAll(claims.subList(0, 2));
                    }
                }))
                .toList();
        for (CompletableFuture<Void> each : claiming) {
            each.get(1, TimeUnit.MINUTES);
        }
    }
}
