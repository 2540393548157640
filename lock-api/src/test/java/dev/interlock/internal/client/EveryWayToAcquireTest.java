// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.LockedTask;
import dev.interlock.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each method that acquires asks for what its caller, or else the name, or else the client says. */
@SuppressWarnings({"LockNotBeforeTry", "ImmutableEnumChecker"}) // looked at and not worked under; the ways are constant
class EveryWayToAcquireTest {

    private static final Duration OF_CLIENT = Duration.ofSeconds(50);
    private static final Duration OF_NAME = Duration.ofSeconds(40);
    private static final Duration OF_CALL = Duration.ofSeconds(20);
    private static final Duration HOLD_OF_CLIENT = Duration.ofSeconds(15);
    private static final Duration HOLD_OF_NAME = Duration.ofSeconds(14);
    private static final Duration HOLD_OF_CALL = Duration.ofSeconds(12);

    private final EngineBench bench = new EngineBench(ClientOptions.STANDARD
            .withDefaults(AcquireOptions.inherited().withLease(OF_CLIENT).withMaxHold(HOLD_OF_CLIENT))
            .withDefaultsFor(
                    "order-*", AcquireOptions.inherited().withLease(OF_NAME).withMaxHold(HOLD_OF_NAME)));

    @AfterEach
    void close() {
        bench.close();
    }

    /** Acquires, returns how much of the hold is left, and releases. */
    @FunctionalInterface
    private interface Call {
        Duration remaining(DistributedLock lock, AcquireOptions options) throws Exception;
    }

    @FunctionalInterface
    private interface Run {
        void run(DistributedLock lock, AcquireOptions options, LockedTask<LockHandle, RuntimeException> task)
                throws Exception;
    }

    @FunctionalInterface
    private interface Entry {
        void enter(LockView view) throws Exception;
    }

    private enum Way {
        TRY_WITHOUT_OPTIONS((lock, options) -> released(lock.tryAcquire().orElseThrow())),
        TRY((lock, options) -> released(lock.tryAcquire(options).orElseThrow())),
        ACQUIRE_WITHOUT_OPTIONS((lock, options) -> released(lock.acquire())),
        ACQUIRE((lock, options) -> released(lock.acquire(options))),
        ASYNC((lock, options) -> released(lock.acquireAsync(options).get(20, TimeUnit.SECONDS))),
        WITH_LOCK_WITHOUT_OPTIONS((lock, options) -> lock.withLock(LockHandle::remaining)),
        WITH_LOCK_ASYNC((lock, options) -> lock.withLockAsync(
                        options, handle -> CompletableFuture.completedFuture(handle.remaining()))
                .get(20, TimeUnit.SECONDS)),
        WITH_LOCK((lock, options) -> lock.withLock(options, LockHandle::remaining)),
        RUN_WITH_LOCK_WITHOUT_OPTIONS(asked((lock, options, task) -> lock.runWithLock(task))),
        RUN_WITH_LOCK(asked(DistributedLock::runWithLock)),
        RUN_IF_FREE_WITHOUT_OPTIONS(
                asked((lock, options, task) -> assertThat(lock.runIfFree(task)).isTrue())),
        VIEW_LOCK(viewed(LockView::lock)),
        VIEW_LOCK_INTERRUPTIBLY(viewed(LockView::lockInterruptibly)),
        VIEW_TRY(viewed(view -> assertThat(view.tryLock()).isTrue())),
        VIEW_TRY_FOR_A_TIME(
                viewed(view -> assertThat(view.tryLock(1, TimeUnit.SECONDS)).isTrue()));

        private final Call call;

        Way(Call call) {
            this.call = call;
        }

        private static Duration released(LockHandle handle) {
            try (handle) {
                return handle.remaining();
            }
        }

        private static Call asked(Run run) {
            return (lock, options) -> {
                List<Duration> remaining = new ArrayList<>();
                run.run(lock, options, handle -> remaining.add(handle.remaining()));
                return remaining.get(0);
            };
        }

        private static Call viewed(Entry entry) {
            return (lock, options) -> {
                LockView view = lock.asLock(options);
                entry.enter(view);
                Duration remaining = view.remaining();
                view.unlock();
                return remaining;
            };
        }
    }

    private void assertAsks(Way way, String name, AcquireOptions options, Duration lease, Duration hold)
            throws Exception {
        int sofar = bench.backend.acquired.size();
        Duration remaining = way.call.remaining(bench.client.lock(name), options);
        assertThat(bench.backend.acquired).hasSize(sofar + 1);
        assertThat(bench.backend.acquired.get(sofar).lease()).isEqualTo(lease);
        assertThat(remaining).isEqualTo(hold);
    }

    @ParameterizedTest
    @EnumSource
    void the_defaults_of_the_client_and_those_of_the_name_count(Way way) throws Exception {
        assertAsks(way, "invoice", AcquireOptions.inherited(), OF_CLIENT, HOLD_OF_CLIENT);
        assertAsks(way, "order-7", AcquireOptions.inherited(), OF_NAME, HOLD_OF_NAME);
        assertAsks(way, "invoice", AcquireOptions.inherited(), OF_CLIENT, HOLD_OF_CLIENT);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = ".*_WITHOUT_OPTIONS")
    void the_options_of_the_call_come_first(Way way) throws Exception {
        AcquireOptions own = AcquireOptions.inherited().withLease(OF_CALL).withMaxHold(HOLD_OF_CALL);
        assertAsks(way, "order-7", own, OF_CALL, HOLD_OF_CALL);
        assertAsks(way, "order-7", AcquireOptions.inherited().withLease(OF_CALL), OF_CALL, HOLD_OF_NAME);
    }

    /** What a call without an end waits for is the lock, whatever is said about attempts. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.INCLUDE,
            names = {"ACQUIRE", "ASYNC", "WITH_LOCK", "WITH_LOCK_ASYNC", "RUN_WITH_LOCK", "VIEW_TRY_FOR_A_TIME"})
    void a_cap_on_attempts_counts_where_the_wait_has_an_end(Way way) {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        AcquireOptions once = EngineBench.WAITING.withRetry(RetryPolicy.STANDARD.withMaxAttempts(1));
        assertThatThrownBy(() -> way.call.remaining(bench.client.lock("a"), once))
                .satisfiesAnyOf(
                        e -> assertThat(e).isInstanceOf(LockException.class),
                        e -> assertThat(e).hasCauseInstanceOf(LockException.class),
                        e -> assertThat(e).isInstanceOf(AssertionError.class));
        assertThat(bench.backend.acquired).hasSize(1);
    }
}
