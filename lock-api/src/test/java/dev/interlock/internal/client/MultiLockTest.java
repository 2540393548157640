// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.MultiLockBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.MultiLock;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.client.MultiLockBench.Asking;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of several locks that are acquired together. */
@ParameterizedClass
@EnumSource
class MultiLockTest {

    private static final List<String> ABC = List.of("a", "b", "c");

    private final MultiLockBench bench;
    private final LockClient client;
    private final LockClient other;

    MultiLockTest(Asking asking) {
        bench = new MultiLockBench(asking);
        client = bench.client();
        other = bench.client();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void names_are_sorted_by_the_bytes_of_their_utf8_and_each_is_one_lock() throws InterruptedException {
        MultiLock locks = client.lockAll(List.of("b", "\uD83D\uDE00", "a", "\uFF5E", "b"));
        assertThat(locks.names()).containsExactly("a", "b", "\uFF5E", "\uD83D\uDE00");
        try (MultiLockHandle handle = locks.acquire(WAITING)) {
            assertThat(handle.fencingTokens().keySet()).containsExactly("a", "b", "\uFF5E", "\uD83D\uDE00");
            assertThat(other.inspect("b").orElseThrow().fencingToken()).isEqualTo(handle.fencingToken("b"));
            assertThatThrownBy(() -> handle.fencingToken("x"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'x'");
        }
    }

    @Test
    void sets_that_are_empty_or_too_large_or_hold_a_bad_name_are_refused() {
        List<String> many = IntStream.rangeClosed(0, MultiLock.MAX_NAMES)
                .mapToObj(Integer::toString)
                .toList();
        assertThatThrownBy(() -> client.lockAll(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.lockAll(many)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.lockAll(List.of("a", ""))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_thousand_locks_are_one_hold() {
        List<String> many = IntStream.range(0, MultiLock.MAX_NAMES)
                .mapToObj(Integer::toString)
                .toList();
        MultiLockHandle handle = client.lockAll(many).tryAcquire().orElseThrow();
        assertThat(handle.fencingTokens()).hasSize(MultiLock.MAX_NAMES);
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(other.lockAll(many).tryAcquire()).isPresent();
    }

    @Test
    void a_try_that_finds_one_taken_leaves_the_others_free() {
        try (LockHandle taken = other.lock("c").tryAcquire().orElseThrow()) {
            assertThat(client.lockAll(ABC).tryAcquire()).isEmpty();
            assertThat(other.lock("a").tryAcquire()).isPresent();
            assertThat(taken.state()).isEqualTo(HandleState.HELD);
        }
    }

    @Test
    void a_try_that_finds_one_taken_by_its_own_client_leaves_the_others_free() {
        try (LockHandle taken = client.lock("b").tryAcquire().orElseThrow()) {
            assertThat(client.lockAll(ABC).tryAcquire()).isEmpty();
            assertThat(other.lock("a").tryAcquire()).isPresent();
            assertThat(other.lock("c").tryAcquire()).isPresent();
            assertThat(taken.state()).isEqualTo(HandleState.HELD);
        }
    }

    @Test
    void a_caller_that_waits_for_one_lock_keeps_no_other_caller_from_the_others() throws Exception {
        LockHandle taken = other.lock("c").tryAcquire().orElseThrow();
        CompletableFuture<MultiLockHandle> waiting = client.lockAll(ABC).acquireAsync(WAITING);
        await().until(() -> bench.events.stream().anyMatch(LockEvent.WaitersChanged.class::isInstance));
        await().until(() -> {
            Optional<MultiLockHandle> rest = other.lockAll(List.of("a", "b")).tryAcquire();
            rest.ifPresent(MultiLockHandle::close);
            return rest.isPresent();
        });
        assertThat(waiting).isNotDone();
        taken.close();
        waiting.get(1, TimeUnit.MINUTES).close();
    }

    @Test
    void one_limit_counts_for_all() {
        LockHandle taken = other.lock("c").tryAcquire().orElseThrow();
        long start = System.nanoTime();
        assertThatThrownBy(() -> client.lockAll(ABC).acquire(AcquireOptions.waitAtMost(Duration.ofMillis(300))))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("not all of 'a', 'b', 'c' acquired: 'c' not acquired within ")
                .hasMessageContaining("held by another owner");
        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
        assertThat(other.lock("a").tryAcquire()).isPresent();
        taken.close();
    }

    @Test
    void a_caller_that_holds_one_of_the_names_gets_an_exception_saying_that_it_waits_for_itself()
            throws InterruptedException {
        try (LockHandle taken = client.lock("b").acquire(WAITING)) {
            assertThatThrownBy(() -> client.lockAll(ABC).acquire(AcquireOptions.waitAtMost(Duration.ofMillis(50))))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("'b' not acquired")
                    .hasMessageContaining("held by this client itself, for the very thread that asks again");
            assertThat(taken.state()).isEqualTo(HandleState.HELD);
        }
    }

    @Test
    void the_loss_of_one_is_the_loss_of_the_whole_and_gives_the_others_back() throws InterruptedException {
        MultiLockHandle handle = client.lockAll(ABC).acquire(WAITING);
        Queue<LockLost> reported = new ConcurrentLinkedQueue<>();
        handle.onLost(reported::add, Runnable::run);
        bench.store.lose("b");
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(handle.remaining()).isZero();
        assertThatThrownBy(() -> handle.ensureHeld(Duration.ZERO)).isInstanceOf(LockLostException.class);
        await().untilAsserted(() -> assertThat(other.inspect("a")).isEmpty());
        await().untilAsserted(() -> assertThat(other.inspect("c")).isEmpty());
        await().untilAsserted(() -> assertThat(reported).hasSize(1));
        assertThat(reported.peek().lockName()).isEqualTo("b");
        assertThat(handle.release()).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        handle.onLost(reported::add, Runnable::run);
        await().untilAsserted(() -> assertThat(reported).hasSize(2));
        assertThat(handle.renew(Duration.ofSeconds(10))).isEqualTo(RenewResult.NOT_HELD);
    }

    @Test
    void work_during_which_one_is_lost_ends_in_an_exception() {
        assertThatThrownBy(() -> client.lockAll(ABC).withLock(WAITING, handle -> {
                    bench.store.lose("b");
                    return handle.fencingToken("a");
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("'a', 'b', 'c' on memory was lost before the work under it ended")
                .hasMessageContaining("tokens {a=");
        assertThat(other.lockAll(ABC).tryAcquire()).isPresent();
    }

    @Test
    void renewals_and_releases_count_when_all_of_them_do() throws InterruptedException {
        MultiLockHandle handle = client.lockAll(ABC).acquire(WAITING);
        assertThat(handle.renew(Duration.ofMinutes(5))).isEqualTo(RenewResult.RENEWED);
        assertThat(handle.remaining()).isGreaterThan(Duration.ofMinutes(4));
        handle.ensureHeld(Duration.ofMinutes(4));
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(handle.renew(Duration.ofMinutes(5))).isEqualTo(RenewResult.NOT_HELD);
    }

    @Test
    void a_cancelled_wait_leaves_nothing_behind() throws InterruptedException {
        LockHandle taken = other.lock("b").acquire(WAITING);
        CompletableFuture<MultiLockHandle> waiting = client.lockAll(ABC).acquireAsync(WAITING);
        await().until(() -> bench.events.stream().anyMatch(LockEvent.WaitersChanged.class::isInstance));
        waiting.cancel(false);
        await().until(() -> ((Engine) client).isIdle());
        taken.close();
        assertThat(other.lockAll(ABC).tryAcquire()).isPresent();
    }

    @Test
    void an_interrupted_wait_leaves_nothing_behind() throws InterruptedException {
        LockHandle taken = other.lock("b").acquire(WAITING);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                assertThat(client.lockAll(ABC).acquire(WAITING)).isNotNull();
            } catch (Throwable e) {
                thrown.complete(e);
            }
        });
        waiter.start();
        await().until(() -> bench.events.stream().anyMatch(LockEvent.WaitersChanged.class::isInstance));
        waiter.interrupt();
        assertThat(thrown.join()).isInstanceOf(InterruptedException.class);
        await().until(((Engine) client)::isIdle);
        taken.close();
        assertThat(other.lockAll(ABC).tryAcquire()).isPresent();
    }

    @Test
    void the_close_of_a_client_ends_its_waiters_and_frees_what_it_holds() throws InterruptedException {
        MultiLockHandle held = client.lockAll(ABC).acquire(WAITING);
        CompletableFuture<MultiLockHandle> waiting =
                client.lockAll(List.of("c", "d")).acquireAsync(WAITING);
        client.close();
        assertThat(held.state()).isEqualTo(HandleState.LOST);
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(LockClientClosedException.class);
        assertThat(other.lockAll(List.of("a", "b", "c", "d")).tryAcquire()).isPresent();
        assertThatThrownBy(() -> client.lockAll(ABC).tryAcquire()).isInstanceOf(LockClientClosedException.class);
    }

    @Test
    void each_lock_is_reported_once_and_only_the_whole_set_times_out() throws InterruptedException {
        LockHandle taken = other.lock("b").acquire(WAITING);
        bench.events.clear();
        Optional<MultiLockHandle> none =
                client.lockAll(ABC).tryAcquire(AcquireOptions.waitAtMost(Duration.ofMillis(300)));
        assertThat(none).isEmpty();
        await().until(() -> bench.events.stream().anyMatch(LockEvent.TimedOut.class::isInstance));
        assertThat(bench.events.stream().filter(LockEvent.Contended.class::isInstance))
                .hasSize(1);
        assertThat(bench.events.stream().filter(LockEvent.TimedOut.class::isInstance))
                .extracting(LockEvent::lockName)
                .containsExactly("b");
        taken.close();
    }

    @Test
    void stripes_are_locks_of_their_names() throws InterruptedException {
        Map<String, Long> tokens;
        try (MultiLockHandle handle = client.striped("user", 64).lockAll(ABC).acquire(WAITING)) {
            tokens = handle.fencingTokens();
            assertThat(other.striped("user", 64).lock("a").tryAcquire()).isEmpty();
        }
        assertThat(tokens.keySet()).allMatch(name -> name.startsWith("user/"));
    }
}
