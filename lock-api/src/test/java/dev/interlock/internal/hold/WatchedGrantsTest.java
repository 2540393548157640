// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.Renewal;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LossWatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which locks the store is asked to watch, and until when. */
class WatchedGrantsTest {

    private static final Duration AFTER = Duration.ofNanos(WatchedGrants.AFTER_NANOS);

    private final List<String> watched = new CopyOnWriteArrayList<>();
    private volatile Consumer<Grant> found = grant -> {};
    private final EngineBench bench = bench();

    private EngineBench bench() {
        ScriptedBackend backend = new ScriptedBackend();
        backend.maxTokens = 4;
        backend.declared = Set.of(Capability.RECALLS);
        backend.lossWatch = Optional.of(new LossWatch() {
            @Override
            public void begin(Grant grant) {
                watched.add("+" + grant.attempt().name());
                found.accept(grant);
            }

            @Override
            public void end(Grant grant) {
                watched.add("-" + grant.attempt().name());
            }
        });
        return new EngineBench(ClientOptions.STANDARD, backend);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void a_lock_that_is_free_again_sooner_is_not_watched() throws Exception {
        LockHandle handle = bench.acquire("a");
        bench.clock.advance(AFTER.minusNanos(1));
        handle.release();
        bench.clock.advance(AFTER);
        assertThat(watched).isEmpty();
    }

    @Test
    void a_hold_that_lasts_is_watched_once_until_its_release() throws Exception {
        LockHandle handle = bench.acquire("a");
        bench.clock.advance(AFTER);
        assertThat(watched).containsExactly("+a");
        bench.advanceUntil(Duration.ofSeconds(10), () -> bench.backend.renewed.size() >= 2);
        assertThat(watched).containsExactly("+a");
        handle.release();
        await().untilAsserted(() -> assertThat(watched).containsExactly("+a", "-a"));
    }

    @Test
    void renewal_is_looked_after_as_before() throws Exception {
        bench.acquire("a");
        bench.advanceUntil(AFTER, () -> bench.backend.renewed.size() == 1);
        assertThat(bench.clock.nanoTime())
                .isGreaterThanOrEqualTo(Duration.ofSeconds(9).toNanos());
    }

    @Test
    void without_renewals_it_is_watched_too() throws Exception {
        LockHandle handle = bench.client.lock("a").acquire(EngineBench.ONCE.withRenewal(Renewal.NONE));
        bench.clock.advance(AFTER);
        assertThat(watched).containsExactly("+a");
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void what_is_found_at_its_begin_is_a_loss() throws Exception {
        found = grant -> bench.backend.context.reportLost(grant.attempt().id(), "deleted");
        LockHandle handle = bench.acquire("a");
        bench.clock.advance(AFTER);
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(watched).startsWith("+a", "-a");
    }

    @Test
    void a_watch_that_throws_costs_nothing_but_the_watch() throws Exception {
        found = grant -> {
            throw new IllegalStateException("no watch");
        };
        LockHandle handle = bench.acquire("a");
        bench.clock.advance(AFTER);
        bench.advanceUntil(Duration.ofSeconds(10), () -> bench.backend.renewed.size() == 1);
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void a_grant_that_is_handed_off_stays_watched() throws Exception {
        AcquireOptions waiting = EngineBench.WAITING.withRetention(Duration.ofSeconds(2));
        LockHandle first = bench.client.lock("a").acquire(waiting);
        bench.clock.advance(AFTER);
        first.release();
        CompletableFuture<LockHandle> next = bench.client.lock("a").acquireAsync(waiting);
        LockHandle second = next.get();
        bench.clock.advance(AFTER.multipliedBy(2));
        assertThat(second.fencingToken()).isEqualTo(first.fencingToken() + 1);
        assertThat(watched).containsExactly("+a");
        bench.close();
        await().untilAsserted(() -> assertThat(watched).containsExactly("+a", "-a"));
    }
}
