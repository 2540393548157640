// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.FreeResult;
import dev.interlock.HeldLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operator of the reference backend: what every other backend does, too. */
class MemoryOperatorTest {

    private final MemoryStore store = new MemoryStore();
    private final LockClient holder =
            LockClient.using(store.backend(), ClientOptions.STANDARD.withHolderHint("node-1"));
    private final LockClient operator = LockClient.using(store.backend(), ClientOptions.STANDARD);

    @AfterEach
    void close() {
        operator.close();
        holder.close();
    }

    @Test
    void lists_the_held_locks_that_begin_so() throws InterruptedException {
        try (LockHandle first = holder.lock("a/1").acquire();
                LockHandle second = holder.lock("a/2").acquire();
                LockHandle other = holder.lock("b").acquire()) {
            List<HeldLock> listed = operator.operator().list("a/", 10);
            assertThat(listed).extracting(lock -> lock.name().value()).containsExactly("a/1", "a/2");
            assertThat(listed)
                    .extracting(lock -> lock.holder().fencingToken())
                    .containsExactly(first.fencingToken(), second.fencingToken());
            assertThat(listed.get(0).holder().hint()).hasValue("node-1");
            assertThat(listed.get(0).waiters()).isEqualTo(OptionalInt.of(0));
            assertThat(operator.operator().list("", 2)).hasSize(2);
            assertThat(other.lockName()).isEqualTo("b");
        }
        assertThat(operator.operator().list("", 10)).isEmpty();
    }

    @Test
    void frees_the_lock_of_the_holder_that_was_looked_at_and_wakes_a_waiter() throws Exception {
        LockHandle lost = holder.lock("a").acquire();
        CompletableFuture<LockHandle> waiting =
                operator.lock("a").acquireAsync(AcquireOptions.waitAtMost(Duration.ofMinutes(5)));
        await().until(() -> store.waiters("a") == 1);
        assertThat(operator.operator().free("a", lost.fencingToken())).isEqualTo(new FreeResult.Freed());
        try (LockHandle next = waiting.get(60, TimeUnit.SECONDS)) {
            assertThat(next.fencingToken()).isGreaterThan(lost.fencingToken());
            assertThat(operator.operator().free("a", lost.fencingToken()))
                    .isEqualTo(new FreeResult.OtherToken(next.fencingToken()));
            assertThat(lost.release()).isEqualTo(ReleaseResult.NOT_HELD);
            assertThat(operator.inspect("a")).isPresent();
        }
        assertThat(operator.operator().free("a", lost.fencingToken())).isEqualTo(new FreeResult.NotHeld());
        assertThat(store.size()).isZero();
    }
}
