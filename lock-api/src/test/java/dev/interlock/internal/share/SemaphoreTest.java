// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedSemaphore;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.internal.client.Engine;
import dev.interlock.internal.machine.Machine;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The permits of two clients on the store in memory. */
class SemaphoreTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final AcquireOptions PATIENT = AcquireOptions.waitAtMost(AcquireOptions.UNLIMITED);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore();
    private final LockClient client = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
    private final LockClient other = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
    private final DistributedSemaphore exports = client.semaphore("exports", 3);
    private final DistributedSemaphore others = other.semaphore("exports", 3);

    @AfterEach
    void close() {
        client.close();
        other.close();
    }

    @Test
    void no_more_permits_are_held_than_there_are() throws InterruptedException {
        List<LockHandle> held = new ArrayList<>();
        held.add(exports.permit().acquire());
        held.add(others.permit().acquire());
        assertThat(exports.permits(2).tryAcquire()).isEmpty();
        held.add(exports.permit().acquire());
        assertThat(exports.permit().tryAcquire()).isEmpty();
        assertThat(others.permit().tryAcquire()).isEmpty();
        assertThat(held).extracting(LockHandle::fencingToken).doesNotHaveDuplicates();
        assertThat(exports.holders()).hasSize(3);
        held.get(0).release();
        Optional<LockHandle> next = others.permit().tryAcquire();
        assertThat(next).isPresent();
        held.forEach(LockHandle::release);
        next.get().release();
        assertThat(exports.holders()).isEmpty();
        assertThat(((Engine) client).isIdle()).isTrue();
    }

    @Test
    void the_close_ends_the_wait_for_a_permit_that_another_caller_of_the_client_has() throws InterruptedException {
        DistributedSemaphore one = client.semaphore("one", 1);
        LockHandle held = one.permit().acquire();
        CompletableFuture<LockHandle> waiting = one.permit().acquireAsync(PATIENT);
        client.close();
        assertThat(waiting)
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LockClientClosedException.class)
                .withMessageContaining("one/1-of-1");
        assertThatThrownBy(() -> one.permit().tryAcquire()).isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(() -> one.permit().acquire(PATIENT)).isInstanceOf(LockClientClosedException.class);
        assertThat(held.state()).isEqualTo(HandleState.LOST);
        held.release();
        assertThat(((Engine) client).isIdle()).isTrue();
    }

    /** Found by simulation: parts have a close of their own, which may come late or stand still. */
    @Test
    void a_close_whose_second_thread_does_not_come_leaves_no_permit_held() throws InterruptedException {
        List<Runnable> late = new CopyOnWriteArrayList<>();
        ClientOptions options =
                ClientOptions.STANDARD.withClock(withoutSecondThread(late)).withCloseTimeout(Duration.ofMillis(200));
        LockHandle held;
        try (LockClient closing = LockClient.using(store.backend(), options)) {
            held = closing.semaphore("one", 1).permit().acquire();
        }
        assertThat(late).hasSize(1);
        assertThat(held.state()).isEqualTo(HandleState.LOST);
        assertThat(held.renew(LIMIT)).isEqualTo(RenewResult.NOT_HELD);
        late.get(0).run();
        assertThat(held.state()).isEqualTo(HandleState.LOST);
    }

    /** This machine, on which the thread that closes the parts does not come. */
    private Machine withoutSecondThread(List<Runnable> late) {
        Machine machine = Machine.under(clock);
        return (Machine) Proxy.newProxyInstance(
                Machine.class.getClassLoader(), new Class<?>[] {Machine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("start") && arguments[0].equals("interlock-close-shared")) {
                        late.add((Runnable) arguments[1]);
                        return null;
                    }
                    try {
                        return method.invoke(machine, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    @Test
    void a_lost_permit_that_its_caller_still_has_keeps_no_caller_of_the_client_out() throws InterruptedException {
        DistributedSemaphore one = client.semaphore("one", 1);
        LockHandle held = one.permit().acquire();
        CompletableFuture<LockHandle> waiting = one.permit().acquireAsync(PATIENT);
        store.clear();
        assertThat(held.renew(LIMIT)).isEqualTo(RenewResult.NOT_HELD);
        assertThat(waiting).succeedsWithin(LIMIT);
        assertThat(held.release()).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(one.permit().tryAcquire()).isEmpty();
        waiting.join().release();
        assertThat(((Engine) client).isIdle()).isTrue();
    }

    @Test
    void several_permits_are_all_or_none_and_are_not_overtaken() throws InterruptedException {
        LockHandle one = exports.permit().acquire();
        CompletableFuture<LockHandle> all = others.permits(3).acquireAsync(PATIENT);
        await().atMost(LIMIT).until(() -> isRefused(exports));
        CompletableFuture<LockHandle> small = exports.permit().acquireAsync(PATIENT);
        one.release();
        assertThat(all).succeedsWithin(LIMIT);
        assertThat(small).isNotDone();
        all.join().release();
        assertThat(small).succeedsWithin(LIMIT);
        small.join().release();
    }

    /** Whether a try is refused, as it is when another waits whose turn comes first. */
    private static boolean isRefused(DistributedSemaphore semaphore) {
        Optional<LockHandle> tried = semaphore.permit().tryAcquire();
        tried.ifPresent(LockHandle::release);
        return tried.isEmpty();
    }

    @Test
    void callers_of_one_client_are_served_in_their_order_and_ask_for_no_more_than_there_are()
            throws InterruptedException {
        List<LockHandle> held = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            held.add(others.permit().acquire());
        }
        List<CompletableFuture<LockHandle>> waiting = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            waiting.add(exports.permit().acquireAsync(PATIENT));
        }
        waiting.get(4).cancel(true);
        held.forEach(LockHandle::release);
        for (int i = 0; i < 9; i++) {
            if (i != 4) {
                assertThat(waiting.get(i)).succeedsWithin(LIMIT);
                waiting.get(i).join().release();
            }
        }
        await().atMost(LIMIT).until(() -> ((Engine) client).isIdle());
        assertThat(others.permits(3).tryAcquire()).isPresent();
    }

    @Test
    void the_permit_of_a_client_that_is_gone_comes_back_with_the_end_of_its_lease() throws InterruptedException {
        AcquireOptions unrenewed = PATIENT.withRenewal(Renewal.NONE).withLease(LIMIT);
        LockHandle gone = exports.permits(3).acquire(unrenewed);
        assertThat(others.permit().tryAcquire()).isEmpty();
        clock.advance(LIMIT.plusMillis(1));
        try (LockHandle next = others.permits(3).acquire(PATIENT)) {
            assertThat(next.fencingToken()).isGreaterThan(gone.fencingToken());
        }
    }

    @Test
    void another_limit_is_refused_while_permits_are_held() throws InterruptedException {
        LockHandle held = exports.permit().acquire();
        assertThatThrownBy(() -> other.semaphore("exports", 4).permit().tryAcquire())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("'exports' has 3 permits at the store, but this client asked with 4 permits");
        assertThatThrownBy(() -> other.readWrite("exports").read().tryAcquire())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("readers and writers");
        held.release();
        assertThat(other.semaphore("exports", 4).permits(4).tryAcquire()).isPresent();
    }

    @Test
    void numbers_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> client.semaphore("exports", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> exports.permits(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> exports.permits(4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.semaphore("x".repeat(161), 1).permit())
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(exports.limit()).isEqualTo(3);
        assertThat(exports.name()).isEqualTo("exports");
    }
}
