// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockedTask;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each call that acquires, does work and releases. */
@SuppressWarnings("ImmutableEnumChecker") // the ways are constant
class WorkUnderALockTest {

    private static final AcquireOptions AT_ONCE = AcquireOptions.waitAtMost(Duration.ZERO);
    private static final List<String> SET = List.of("a", "b");

    private final EngineBench bench = new EngineBench(ClientOptions.STANDARD.withDefaults(AT_ONCE));
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void close() {
        bench.close();
    }

    /** Does work that counts its runs, and returns the result of the call; "done" if it has none. */
    @FunctionalInterface
    private interface Call {
        @Nullable
        Object run(LockClient client, LockedTask<LockHold, IOException> work) throws Exception;
    }

    private enum Way {
        WITH_LOCK(
                false,
                1,
                (client, work) -> client.lock("a").withLock(handle -> {
                    work.run(handle);
                    return "done";
                })),
        RUN_WITH_LOCK(false, 1, (client, work) -> {
            client.lock("a").runWithLock(work::run);
            return "done";
        }),
        RUN_WITH_LOCK_AND_OPTIONS(false, 1, (client, work) -> {
            client.lock("a").runWithLock(AT_ONCE, work::run);
            return "done";
        }),
        RUN_IF_FREE(true, 1, (client, work) -> client.lock("a").runIfFree(work::run)),
        WITH_LOCKS(
                false,
                2,
                (client, work) -> client.lockAll(SET).withLock(handle -> {
                    work.run(handle);
                    return "done";
                })),
        RUN_WITH_LOCKS(false, 2, (client, work) -> {
            client.lockAll(SET).runWithLock(work::run);
            return "done";
        }),
        RUN_WITH_LOCKS_AND_OPTIONS(false, 2, (client, work) -> {
            client.lockAll(SET).runWithLock(AT_ONCE, work::run);
            return "done";
        }),
        RUN_IF_ALL_ARE_FREE(true, 2, (client, work) -> client.lockAll(SET).runIfFree(work::run));

        private final boolean saysWhetherItRan;
        private final int locks;
        private final Call call;

        Way(boolean saysWhetherItRan, int locks, Call call) {
            this.saysWhetherItRan = saysWhetherItRan;
            this.locks = locks;
            this.call = call;
        }
    }

    private @Nullable Object run(Way way, LockedTask<LockHold, IOException> work) throws Exception {
        return way.call.run(bench.client, handle -> {
            runs.incrementAndGet();
            work.run(handle);
        });
    }

    private void assertReleased(Way way) {
        assertThat(bench.backend.released).hasSize(way.locks);
        assertThat(bench.engine.isIdle()).isTrue();
    }

    private void loseTheFirst() {
        bench.backend.context.reportLost(bench.backend.idOf(0), "its session ended");
    }

    @ParameterizedTest
    @EnumSource
    void holds_the_lock_for_the_work_and_no_longer(Way way) throws Exception {
        List<LockHold> handles = new ArrayList<>();
        Object result = run(way, handle -> {
            assertThat(handle.state()).isEqualTo(HandleState.HELD);
            handles.add(handle);
        });
        assertThat(result).isEqualTo(way.saysWhetherItRan ? true : "done");
        assertThat(handles).singleElement().returns(HandleState.RELEASED, LockHold::state);
        assertReleased(way);
    }

    @ParameterizedTest
    @EnumSource
    void does_not_run_the_work_while_another_holder_has_the_lock(Way way) throws Exception {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        if (way.saysWhetherItRan) {
            assertThat(run(way, handle -> {})).isEqualTo(false);
        } else {
            assertThatThrownBy(() -> run(way, handle -> {})).isInstanceOf(LockTimeoutException.class);
        }
        assertThat(runs).hasValue(0);
        assertThat(bench.backend.acquired).hasSize(1);
        assertThat(bench.engine.isIdle()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void releases_the_lock_if_the_work_fails(Way way) {
        IOException failure = new IOException("disk full");
        assertThatThrownBy(() -> run(way, handle -> {
                    throw failure;
                }))
                .isSameAs(failure)
                .hasNoSuppressedExceptions();
        assertReleased(way);
    }

    /** A failure of the work is not taken for an answer of the lock. */
    @ParameterizedTest
    @EnumSource
    void passes_on_a_timeout_of_another_lock(Way way) {
        LockTimeoutException failure = new LockTimeoutException("another lock");
        assertThatThrownBy(() -> run(way, handle -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertReleased(way);
    }

    @ParameterizedTest
    @EnumSource
    void reports_a_loss_during_the_work(Way way) {
        assertThatThrownBy(() -> run(way, handle -> loseTheFirst())).isInstanceOf(LockLostException.class);
        assertThat(runs).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void adds_a_loss_to_the_failure_of_the_work(Way way) {
        IOException failure = new IOException("disk full");
        assertThatThrownBy(() -> run(way, handle -> {
                    loseTheFirst();
                    throw failure;
                }))
                .isSameAs(failure)
                .satisfies(e -> assertThat(e.getSuppressed()).hasOnlyElementsOfType(LockLostException.class));
        assertThat(failure.getSuppressed()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void of_an_interrupted_thread_runs_only_if_it_cannot_wait(Way way) throws Exception {
        Thread.currentThread().interrupt();
        if (way.saysWhetherItRan) {
            assertThat(run(
                            way,
                            handle -> assertThat(Thread.currentThread().isInterrupted())
                                    .isTrue()))
                    .isEqualTo(true);
            assertThat(Thread.interrupted()).isTrue();
            assertReleased(way);
        } else {
            assertThatThrownBy(() -> run(way, handle -> {})).isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(bench.backend.acquired).isEmpty();
        }
    }
}
