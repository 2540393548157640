// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.CallerListener;
import dev.interlock.ClientOptions;
import dev.interlock.Holder;
import dev.interlock.LockCall;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.MultiLockHandle;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A listener learns of the caller of each acquisition on the caller's own thread, and gets that back with its end. */
class CallerListenerTest {

    private static final AcquireOptions WAITING = AcquireOptions.waitAtMost(Duration.ofSeconds(30));

    private final ThreadLocal<String> caller = ThreadLocal.withInitial(() -> "not a caller");
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final MemoryStore store = new MemoryStore();
    private final LockClient client = client(new Noting(null));

    /** Notes the value of the thread-local, which only callers have. */
    private final class Noting implements CallerListener {

        private final @Nullable String hint;

        Noting(@Nullable String hint) {
            this.hint = hint;
        }

        @Override
        public LockCall called(String lockName) {
            String by = caller.get();
            return new LockCall() {
                @Override
                public @Nullable String holderHint() {
                    return hint;
                }

                @Override
                public void ended(LockEvent event) {
                    seen.add(by + " called " + lockName + ": " + kind(event));
                }
            };
        }

        @Override
        public void on(LockEvent event) {
            if (!(event instanceof LockEvent.WaitersChanged)) {
                seen.add(kind(event) + " " + event.lockName());
            }
        }
    }

    private static String kind(LockEvent event) {
        return event.getClass().getSimpleName();
    }

    private LockClient client(CallerListener listener) {
        return LockClient.using(
                store.backend(),
                ClientOptions.STANDARD.withHolderHint("shop-7:4711").withListeners(listener));
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void a_try_ends_with_the_note_before_the_event() {
        caller.set("one");
        LockHandle handle = client.lock("a").tryAcquire().orElseThrow();
        caller.set("two");
        assertThat(client.lock("a").tryAcquire()).isEmpty();
        handle.close();
        assertSeen(
                "one called a: Acquired", "Acquired a", "Contended a", "two called a: Taken", "Taken a", "Released a");
    }

    @Test
    void steps_on_other_threads_keep_the_note_of_their_caller() throws Exception {
        caller.set("holder");
        LockHandle held = client.lock("a").acquire(WAITING);
        caller.set("one");
        CompletableFuture<LockHandle> first = client.lock("a").acquireAsync(WAITING);
        await().until(() -> seen.contains("Contended a"));
        caller.set("two");
        CompletableFuture<LockHandle> second = client.lock("a").acquireAsync(WAITING);
        caller.set("other");
        held.close();
        first.get(10, TimeUnit.SECONDS).close();
        second.get(10, TimeUnit.SECONDS).close();
        await().untilAsserted(() -> assertThat(seen)
                .filteredOn(each -> each.contains("called"))
                .containsExactly("holder called a: Acquired", "one called a: Acquired", "two called a: Acquired"));
    }

    @Test
    void a_retained_lock_is_acquired_by_its_next_caller() throws Exception {
        AcquireOptions retained = WAITING.withRetention(Duration.ofMinutes(1));
        caller.set("one");
        client.lock("a").acquire(retained).close();
        caller.set("two");
        client.lock("a").acquire(retained).close();
        await().untilAsserted(() -> assertThat(seen)
                .contains("Retained a", "RetentionEnded a")
                .filteredOn(each -> each.contains("called"))
                .containsExactly("one called a: Acquired", "two called a: Acquired"));
    }

    @Test
    void each_lock_of_a_set_has_its_caller_also_when_another_lock_ends_the_set() throws Exception {
        caller.set("one");
        MultiLockHandle set =
                client.lockAll(List.of("a", "b")).acquireAsync(WAITING).get(10, TimeUnit.SECONDS);
        caller.set("two");
        assertThat(client.lockAll(List.of("b", "c")).tryAcquire()).isEmpty();
        set.close();
        await().untilAsserted(() -> assertThat(seen)
                .filteredOn(each -> each.contains("called"))
                .containsExactlyInAnyOrder(
                        "one called a: Acquired",
                        "one called b: Acquired",
                        "two called b: Taken",
                        "two called c: Taken"));
    }

    @Test
    void the_store_keeps_the_text_of_the_call_after_that_of_the_client() {
        assertThat(hint("trace=4bf92f3577b34da6a3ce929d0e0e4736"))
                .contains("shop-7:4711 trace=4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(hint(null)).contains("shop-7:4711");
        assertThat(hint("")).contains("shop-7:4711");
        assertThat(hint("käse\n")).contains("shop-7:4711 k?se?");
        assertThat(hint("x".repeat(89))).contains("shop " + "x".repeat(89));
        assertThat(hint("x".repeat(93))).contains("x".repeat(93));
        assertThat(hint("x".repeat(150))).contains("x".repeat(94));
    }

    private Optional<String> hint(@Nullable String ofCall) {
        try (LockClient hinting = client(new Noting(ofCall));
                LockHandle handle = hinting.lock("a").tryAcquire().orElseThrow();
                MultiLockHandle set =
                        hinting.lockAll(List.of("b", "c")).tryAcquire().orElseThrow()) {
            assertThat(handle.fencingToken()).isPositive();
            assertThat(set.fencingTokens()).hasSize(2);
            Optional<String> ofSet = hinting.inspect("b").flatMap(Holder::hint);
            assertThat(hinting.inspect("a").flatMap(Holder::hint)).isEqualTo(ofSet);
            return ofSet;
        }
    }

    @Test
    void a_listener_that_fails_or_looks_away_gets_the_events_all_the_same() {
        CallerListener failing = new CallerListener() {
            @Override
            public @Nullable LockCall called(String lockName) {
                if (lockName.equals("bad")) {
                    throw new IllegalStateException("thrown by the test");
                }
                return null;
            }

            @Override
            public void on(LockEvent event) {
                seen.add(kind(event) + " " + event.lockName());
            }
        };
        try (LockClient other = client(failing)) {
            other.lock("bad").tryAcquire().orElseThrow().close();
            other.lock("good").tryAcquire().orElseThrow().close();
            assertSeen("Acquired bad", "Released bad", "Acquired good", "Released good");
            assertThat(other.inspect("bad")).isEmpty();
        }
    }

    private void assertSeen(String... all) {
        await().untilAsserted(() -> assertThat(seen).containsExactly(all));
    }
}
