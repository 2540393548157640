// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.StaleTokenException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a guard remembers, for how long, and what it lets run at the same time. */
class FencingGuardBoundsTest {

    private static final FencingDomain DOMAIN = new FencingDomain("shop-locks", 1);

    private final FencingGuard guard = new FencingGuard(2);

    private static FencingClaim claim(String name, long token) {
        return DOMAIN.claim(name, token);
    }

    private void claimed(String name, long token) {
        assertThat(guard.<Long, RuntimeException>claim(claim(name, token), () -> token))
                .isEqualTo(token);
    }

    @Test
    void the_example_of_the_documentation_runs() {
        StringBuilder file = new StringBuilder();
        FencingExample.run(DOMAIN, "a", 1, file, "a line");
        assertThat(file).hasToString("a line");
    }

    @Test
    void tokens_and_domains_that_cannot_be_are_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> claim("a", 0))
                .withMessage("token of 'a' must be greater than 0 but was 0");
        assertThatIllegalArgumentException().isThrownBy(() -> claim("a", -1)).withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> claim("", 1)).withMessageContaining("name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FencingDomain("shop", 0))
                .withMessageContaining("generation");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FencingDomain("", 1))
                .withMessageContaining("fencing domain");
        assertThatIllegalArgumentException().isThrownBy(() -> new FencingGuard(0));
    }

    @Test
    void a_full_guard_refuses_new_names_and_forgets_none() {
        claimed("a", 2);
        claimed("b", 2);
        assertThatIllegalStateException().isThrownBy(() -> claimed("c", 1)).withMessageContaining("remembers 2 names");
        claimed("a", 3);
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> claimed("a", 2));
        guard.forget(DOMAIN, "a");
        claimed("c", 1);
    }

    @Test
    void an_effect_that_throws_has_claimed() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> guard.claim(claim("a", 2), () -> {
                    throw new IOException("disk full");
                }));
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> claimed("a", 1));
    }

    @Test
    void within_an_effect_the_same_hold_may_claim_again_and_no_other() {
        Long result = guard.<Long, RuntimeException>claim(claim("a", 2), () -> {
            claimed("a", 2);
            claimed("b", 7);
            assertThatIllegalStateException().isThrownBy(() -> claimed("a", 3)).withMessageContaining("token 2");
            assertThatIllegalStateException().isThrownBy(() -> guard.forget(DOMAIN, "a"));
            return 5L;
        });
        assertThat(result).isEqualTo(5);
        claimed("a", 3);
    }

    @Test
    void effects_of_one_name_never_overlap() {
        long[] number = {0};
        List<CompletableFuture<Void>> runs = IntStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        guard.<Long, RuntimeException>claim(claim("a", 1), () -> number[0]++);
                    }
                }))
                .toList();
        runs.forEach(CompletableFuture::join);
        assertThat(number[0]).isEqualTo(4_000);
    }

    @Test
    void within_an_effect_neither_an_equal_token_of_a_newer_generation_may_claim() {
        FencingDomain newer = new FencingDomain(DOMAIN.name(), DOMAIN.generation() + 1);
        guard.<Long, RuntimeException>claim(claim("a", 2), () -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> guard.<Long, RuntimeException>claim(newer.claim("a", 2), () -> 0L))
                    .withMessageContaining("token 2");
            return 0L;
        });
        assertThat(guard.<Long, RuntimeException>claim(newer.claim("a", 1), () -> 1L))
                .isEqualTo(1);
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> claimed("a", 3));
    }

    @Test
    void a_claim_that_waited_for_a_name_which_was_forgotten_meanwhile_counts_for_later_claims()
            throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        CompletableFuture<Long> first = CompletableFuture.supplyAsync(() -> guard.claim(claim("a", 1), () -> {
            inside.countDown();
            awaitUninterruptibly(leave);
            return 1L;
        }));
        inside.await();
        Thread forgetting = new Thread(() -> guard.forget(DOMAIN, "a"));
        forgetting.start();
        await().until(() -> forgetting.getState() == Thread.State.WAITING);
        CompletableFuture<Long> second = new CompletableFuture<>();
        Thread claiming = new Thread(() -> {
            claimed("a", 5);
            second.complete(5L);
        });
        claiming.start();
        // Behind the thread that forgets, because threads get the lock of a name in the order in which they wait.
        await().until(() -> claiming.getState() == Thread.State.WAITING);
        leave.countDown();
        assertThat(first.join()).isEqualTo(1);
        assertThat(second.join()).isEqualTo(5);
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> claimed("a", 4));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_claim_that_was_refused_leaves_the_guard_to_others() throws Exception {
        claimed("a", 2);
        claimed("b", 2);
        assertThatIllegalStateException().isThrownBy(() -> claimed("c", 1));
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> claimed("a", 1));
        guard.forget(DOMAIN, "b");
        CompletableFuture.runAsync(() -> {
                    claimed("a", 3);
                    claimed("d", 1);
                })
                .get(20, TimeUnit.SECONDS);
    }

    @Test
    void a_guard_of_one_name_and_a_domain_of_the_first_generation_are_the_smallest_there_are() {
        FencingGuard smallest = new FencingGuard(1);
        assertThat(smallest.<Long, RuntimeException>claim(claim("a", 1), () -> 1L))
                .isEqualTo(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> smallest.<Long, RuntimeException>claim(claim("b", 1), () -> 1L));
    }

    @Test
    void a_claim_of_a_handle_has_its_lock_and_token_and_a_domain_shows_name_and_generation()
            throws InterruptedException {
        try (LockClient client = LockClient.connect("memory:FencingGuardBoundsTest");
                LockHandle handle = client.lock("a").acquire(AcquireOptions.inherited())) {
            assertThat(DOMAIN.claim(handle)).isEqualTo(claim("a", handle.fencingToken()));
        }
        assertThat(DOMAIN).hasToString("shop-locks/1");
    }

    @Test
    void older_is_a_smaller_token_of_the_same_generation_or_any_of_a_smaller_one() {
        FencingClaim claim = new FencingDomain("shop-locks", 2).claim("a", 5);
        assertThat(claim.isOlderThan(2, 4)).isFalse();
        assertThat(claim.isOlderThan(2, 5)).isFalse();
        assertThat(claim.isOlderThan(2, 6)).isTrue();
        assertThat(claim.isOlderThan(1, 6)).isFalse();
        assertThat(claim.isOlderThan(3, 4)).isTrue();
    }
}
