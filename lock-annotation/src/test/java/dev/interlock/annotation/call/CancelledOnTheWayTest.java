// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.annotation.OnContention;
import dev.interlock.annotation.hold.CallsAtWork;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** A grant whose caller has gone, between the store's answer and the method's call, is given back. */
final class CancelledOnTheWayTest {

    private final LockClient client = LockClient.connect("memory:CancelledOnTheWayTest");
    private final HoldingExecutor executor = new HoldingExecutor();
    private final AtomicInteger calls = new AtomicInteger();
    private final CallsAtWork atWork = new CallsAtWork();
    private final LockedCalls locked = new LockedCalls(executor, CallContext.ofThread(), atWork);
    private final LockedCall call = LockedCall.of(
            new LockedMethod("Test.method", OnContention.WAIT, AcquireOptions.inherited(), null, "", Object.class),
            client,
            List.of("order"),
            NameDefaults.none());

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void of_a_stream() {
        Disposable running = Flux.from(new LockedPublishers(locked, stream -> stream)
                        .run(call, false, () -> Flux.just(calls.incrementAndGet())))
                .subscribe();
        await().until(() -> executor.size() == 1);
        running.dispose();
        assertIsGivenBack();
    }

    @Test
    void of_a_stage() {
        CompletableFuture<?> running =
                locked.runStage(call, () -> CompletableFuture.completedFuture(calls.incrementAndGet()));
        await().until(() -> executor.size() == 1);
        assertThat(running.cancel(false)).isTrue();
        assertIsGivenBack();
    }

    private void assertIsGivenBack() {
        await().untilAsserted(() -> {
            executor.runAll();
            assertThat(client.inspect("order")).isEmpty();
        });
        assertThat(calls).hasValue(0);
        assertThat(atWork.count()).isZero();
    }
}
