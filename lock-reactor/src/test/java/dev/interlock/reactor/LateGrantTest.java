// SPDX-License-Identifier: Apache-2.0
package dev.interlock.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A grant whose subscriber has gone is released, wherever it was on its way. */
final class LateGrantTest {

    private static final AcquireOptions PATIENT = AcquireOptions.waitAtMost(Duration.ofSeconds(20));

    private final AtomicInteger works = new AtomicInteger();

    @Test
    void when_the_store_has_granted_and_its_reply_is_late() {
        HeldBackGrants backend = new HeldBackGrants();
        try (LockClient client = LockClient.using(backend, ClientOptions.STANDARD)) {
            Disposable running = ReactiveLock.of(client.lock("a"))
                    .withLock(PATIENT, handle -> Mono.fromSupplier(works::incrementAndGet))
                    .subscribe();
            backend.awaitGrant();
            running.dispose();
            backend.reply();
            await().until(() -> client.inspect("a").isEmpty());
        }
        assertThat(works).hasValue(0);
    }

    /** The grant has reached the client, and the subscriber cancels before its work begins. */
    @Test
    void when_the_client_has_the_grant() throws Exception {
        try (LockClient client = LockClient.connect("memory:LateGrantTest")) {
            CompletableFuture<LockHandle> granted = client.lock("late-grant").acquireAsync(PATIENT);
            granted.get();
            LockedSubscription<LockHandle> locked = new LockedSubscription<>("'late-grant'", granted);
            locked.cancel().block();
            assertThat(client.inspect("late-grant")).isEmpty();
            Flux<Integer> work = locked.run(granted.join(), handle -> Mono.fromSupplier(works::incrementAndGet));
            assertThat(work.collectList().block()).isEmpty();
        }
        assertThat(works).hasValue(0);
    }

    @Test
    void when_many_subscribers_cancel_at_any_moment() {
        try (LockClient client = LockClient.connect("memory:LateGrantTest")) {
            Mono<Integer> work = ReactiveLock.of(client.lock("any-moment"))
                    .withLock(PATIENT, handle -> Mono.fromSupplier(works::incrementAndGet));
            Flux.range(0, 2_000)
                    .flatMap(i -> work.timeout(Duration.ofNanos(i * 500L), Mono.empty()), 16)
                    .then()
                    .block(Duration.ofSeconds(60));
            await().until(() -> client.inspect("any-moment").isEmpty());
        }
    }
}
