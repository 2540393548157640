// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.annotation.CurrentLock;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Methods with several names. */
final class SeveralLocksTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final AccountsBench bench = new AccountsBench("20ms");
    private final Accounts accounts = bench.accounts;

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void all_locks_are_held_while_the_method_runs_and_free_afterwards() {
        accounts.transfer("b", "a", () -> {
            assertThat(bench.isFree("account-a")).isFalse();
            assertThat(bench.isFree("account-b")).isFalse();
            assertThat(bench.isFree("account-c")).isTrue();
            return null;
        });
        assertThat(bench.isFree("account-a")).isTrue();
        assertThat(bench.isFree("account-b")).isTrue();
    }

    @Test
    void the_handle_has_a_token_for_each() {
        accounts.transfer("b", "a", () -> {
            assertThat(CurrentLock.multiHandle().fencingTokens()).containsOnlyKeys("account-a", "account-b");
            assertThat(CurrentLock.fencingToken("account-a"))
                    .isEqualTo(CurrentLock.multiHandle().fencingToken("account-a"));
            assertThatThrownBy(CurrentLock::handle)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("several locks are held here, 'account-a', 'account-b': call multiHandle()");
            assertThatThrownBy(() -> CurrentLock.fencingToken("account-c"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'account-c' is not held here");
            return null;
        });
        assertThatThrownBy(CurrentLock::multiHandle).hasMessageContaining("no lock is held here");
        accounts.within("a", () -> {
            assertThatThrownBy(CurrentLock::multiHandle).hasMessageContaining("one lock is held here, 'account-a'");
            return null;
        });
    }

    @Test
    void a_lock_held_by_another_keeps_the_method_from_being_called() {
        LockHandle other = bench.client.lock("account-b").tryAcquire().orElseThrow();
        assertThatThrownBy(() -> accounts.transfer("a", "b", () -> 1)).isInstanceOf(LockTimeoutException.class);
        accounts.transferOrSkip("a", "b");
        assertThat(accounts.calls).hasValue(0);
        assertThat(bench.isFree("account-a")).isTrue();
        other.close();
        accounts.transferOrSkip("a", "b");
        assertThat(accounts.calls).hasValue(1);
    }

    @Test
    void a_name_that_comes_twice_is_one_lock() {
        accounts.transfer("a", "a", () -> {
            assertThat(CurrentLock.multiHandle().fencingTokens()).containsOnlyKeys("account-a");
            return null;
        });
    }

    @Test
    void stages_and_streams_hold_all_of_them_as_well() throws Exception {
        assertThat(accounts.transferLater("b", "a").toCompletableFuture().get(20, TimeUnit.SECONDS))
                .containsExactly("account-a", "account-b");
        assertThat(accounts.transferSoon("b", "a").collectList().block(LIMIT))
                .containsExactly("account-a", "account-b");
        assertThat(bench.isFree("account-a")).isTrue();
        LockHandle other = bench.client.lock("account-b").tryAcquire().orElseThrow();
        assertThatThrownBy(() -> accounts.transferSoon("a", "b").blockLast(LIMIT))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(accounts.calls).hasValue(2);
        other.close();
    }

    @Test
    void a_name_that_is_none_or_is_missing_is_refused() {
        assertThatThrownBy(() -> accounts.transfer(null, "b", () -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'account-#{from}' of @Locked on Accounts.transfer holds argument 'from'");
        assertThatThrownBy(accounts::nameless)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Accounts.nameless is missing");
        assertThat(accounts.calls).hasValue(0);
    }

    @Test
    void each_lock_has_what_is_configured_for_it() {
        try (ApplicationContext configured = ApplicationContext.run(Map.of(
                "locks.backend", "memory",
                "locks.named.a.pattern", "account-a",
                "locks.named.a.lease", "5s",
                "locks.named.a.min-hold", "1h",
                "locks.named.b.pattern", "account-b",
                "locks.named.b.max-hold", "50ms"))) {
            Accounts configuredAccounts = configured.getBean(Accounts.class);
            assertThatThrownBy(() -> configuredAccounts.transfer("a", "b", () -> {
                        assertThat(CurrentLock.multiHandle().remaining()).isLessThanOrEqualTo(Duration.ofMillis(50));
                        lost();
                        return null;
                    }))
                    .isInstanceOf(LockLostException.class)
                    .hasMessageContaining("'account-a', 'account-b' was lost before Accounts.transfer ended");
            configuredAccounts.transfer("a", "c", () -> List.of());
            assertThat(configured.getBean(LockClient.class).lock("account-c").tryAcquire())
                    .as("kept for the shortest hold of the other")
                    .isEmpty();
        }
    }

    private static void lost() {
        CountDownLatch notified = new CountDownLatch(1);
        CurrentLock.multiHandle().onLost(loss -> notified.countDown(), Runnable::run);
        try {
            assertThat(notified.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
