// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockHandle;
import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Methods under locks, each with a body that a test gives. */
@Singleton
class Orders {

    final AtomicInteger calls = new AtomicInteger();

    /** What an order is. */
    record Order(@Nullable String id) {
        @Nullable
        String number() {
            return id;
        }
    }

    @Locked("order-#{id}")
    <T> T pay(@Nullable Object id, Supplier<T> body) {
        calls.incrementAndGet();
        return body.get();
    }

    @Locked("#{shop}-order-#{order.id}")
    int send(@Nullable String shop, Order order) {
        return calls.incrementAndGet();
    }

    @Locked(value = "order-#{id}", onContention = OnContention.FAIL)
    int payOrFail(String id) {
        return calls.incrementAndGet();
    }

    @Locked(value = "order-#{id}", onContention = OnContention.SKIP)
    void payOrSkip(String id) {
        calls.incrementAndGet();
    }

    @Locked(value = "order-#{id}", onContention = OnContention.SKIP)
    Optional<Integer> maybePay(String id) {
        return Optional.of(calls.incrementAndGet());
    }

    @Locked(value = "till", waitAtMost = "${test.wait:10s}")
    int payAtTill() {
        return calls.incrementAndGet();
    }

    @Locked(value = "report", minHold = "${test.min-hold:1h}", onContention = OnContention.SKIP)
    void report() {
        calls.incrementAndGet();
    }

    @Locked(value = "short", maxHold = "20ms")
    int outlive(boolean failing) throws InterruptedException {
        CountDownLatch lost = new CountDownLatch(1);
        LockHandle handle = CurrentLock.handle();
        handle.onLost(loss -> lost.countDown(), Runnable::run);
        boolean notified = lost.await(30, TimeUnit.SECONDS);
        assertThat(handle.renew(Duration.ofSeconds(1))).isNotNull();
        if (failing) {
            throw new IllegalStateException("notified " + notified);
        }
        return calls.incrementAndGet();
    }

    @Locked(value = "order-#{id}", lease = "${test.lease:30s}")
    int payWithPlaceholder(String id) {
        return calls.incrementAndGet();
    }

    @Locked(
            value = {"order-#{id}", "till"},
            lease = "${test.lease:30s}")
    int payBothWithPlaceholder(String id) {
        return calls.incrementAndGet();
    }

    @Locked("#{env['test.shop']}-order-#{id}")
    String payInShop(String id) {
        return CurrentLock.handle().lockName();
    }

    @Locked("outer")
    String nested(Orders self) {
        String before = CurrentLock.handle().lockName();
        String inner = self.pay("1", () -> CurrentLock.handle().lockName());
        return before + " " + inner + " " + CurrentLock.handle().lockName();
    }
}
