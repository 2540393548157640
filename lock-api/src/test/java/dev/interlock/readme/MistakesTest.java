// SPDX-License-Identifier: Apache-2.0
package dev.interlock.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.RenewResult;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What docs/mistakes.md says of its code happens, and its code is that of {@link Mistakes}. */
class MistakesTest {

    private static final Path PAGE = Path.of("../docs/mistakes.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern METHOD = Pattern.compile("(?s)\n {4}\\S[^;=\n]*\\)[^;=\n]* \\{\n(.*?\n) {4}}\n");
    private static final String NAME = "order-42";

    private final MemoryStore store = new MemoryStore();
    private final ManualClock clock = new ManualClock();
    private final LockClient client = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
    private final LockClient other = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<Long> saved = new ArrayList<>();

    @AfterEach
    void close() {
        executor.shutdownNow();
        client.close();
        other.close();
    }

    private interface Body {
        void run() throws InterruptedException;
    }

    private Mistakes mistakes(Body body) {
        return mistakes(client, body);
    }

    private Mistakes mistakes(LockClient its, Body body) {
        return new Mistakes(its, executor, new Mistakes.Work() {
            @Override
            public void run() throws InterruptedException {
                body.run();
            }

            @Override
            public void save(long fencingToken) {
                saved.add(fencingToken);
            }
        });
    }

    private boolean isFree() {
        return other.lock(NAME).tryAcquire().map(LockHandle::release).isPresent();
    }

    @Test
    void a_dropped_handle_keeps_the_lock() throws InterruptedException {
        AtomicBoolean abandoned = new AtomicBoolean();
        client.addListener(event -> {
            if (event instanceof LockEvent.Abandoned) {
                abandoned.set(true);
            }
        });
        mistakes(() -> {}).droppedHandle();
        await().until(() -> {
            System.gc();
            return abandoned.get();
        });
        assertThat(isFree()).as("free before the end of the lease").isFalse();
        clock.advance(Duration.ofSeconds(30));
        assertThat(isFree()).isTrue();
        assertThat(mistakes(() -> assertThat(isFree()).isFalse()).runIfFree()).isTrue();
        assertThat(isFree()).isTrue();
    }

    @Test
    void a_block_whose_lock_was_lost_ends_with_an_exception() {
        assertThatThrownBy(mistakes(() -> store.lose(NAME))::lossInABlock).isInstanceOf(LockLostException.class);
        assertThat(saved).as("written without the lock").hasSize(1);
        assertThatThrownBy(mistakes(() -> store.lose(NAME))::checkedBlock).isInstanceOf(LockLostException.class);
        assertThat(saved).hasSize(1);
    }

    @Test
    void work_that_is_only_submitted_outlives_the_lock() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Future<?> submitted = mistakes(end::await).workThatOutlivesItsLock();
        assertThat(submitted.isDone()).isFalse();
        assertThat(isFree()).isTrue();
        end.countDown();
        submitted.get(30, TimeUnit.SECONDS);
        mistakes(() -> {}).workOnAnExecutor().get(30, TimeUnit.SECONDS);
        assertThat(saved).hasSize(1);
        assertThat(isFree()).isTrue();
    }

    @Test
    void a_dependent_that_throws_keeps_the_lock_and_a_stage_does_not() {
        Mistakes.Work failing = new Mistakes.Work() {
            @Override
            public void run() {}

            @Override
            public void save(long fencingToken) {
                throw new IllegalStateException("no table");
            }
        };
        Mistakes mistakes = new Mistakes(client, executor, failing);
        CompletableFuture<Void> stage = mistakes.stageUnderALock();
        assertThatThrownBy(() -> stage.get(30, TimeUnit.SECONDS)).hasRootCauseMessage("no table");
        assertThat(isFree()).isTrue();
        CompletableFuture<Void> dependent = mistakes.dependentThatThrows();
        assertThatThrownBy(() -> dependent.get(30, TimeUnit.SECONDS)).hasRootCauseMessage("no table");
        assertThat(isFree()).isFalse();
    }

    @Test
    void a_consumer_of_losses_runs_on_another_thread() {
        CountDownLatch lost = new CountDownLatch(1);
        client.addListener(event -> {
            if (event instanceof LockEvent.Lost) {
                lost.countDown();
            }
        });
        assertThatThrownBy(mistakes(() -> {
                    store.lose(NAME);
                    assertThat(lost.await(30, TimeUnit.SECONDS)).isTrue();
                })::interruptOfTheWrongThread)
                .isInstanceOf(LockLostException.class);
        assertThatThrownBy(mistakes(() -> {
                    store.lose(NAME);
                    new CountDownLatch(1).await();
                })::interruptOnLoss)
                .isInstanceOf(InterruptedException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).singleElement().isInstanceOf(LockLostException.class));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void a_renewal_shortens_no_hold() throws InterruptedException {
        Mistakes mistakes = mistakes(() -> {});
        LockHandle handle = client.lock(NAME).acquire();
        assertThat(handle.renew(Duration.ofSeconds(5))).isEqualTo(RenewResult.RENEWED);
        assertThat(mistakes.shorterLease(handle).remaining()).isGreaterThan(Duration.ofSeconds(25));
        handle.close();
        LockHandle brief = mistakes.leaseOfOneCall();
        assertThat(brief.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(5));
        brief.close();
    }

    @Test
    void a_thread_that_locks_twice_by_handles_times_out() throws Exception {
        Mistakes mistakes = mistakes(() -> {});
        Future<Throwable> twice = executor.submit(() -> {
            try {
                mistakes.lockedTwice();
                return new AssertionError("locked twice");
            } catch (LockTimeoutException e) {
                return e;
            }
        });
        await().until(() -> {
            clock.advance(Duration.ofSeconds(1));
            return twice.isDone();
        });
        assertThat(twice.get())
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("the very thread that asks again")
                .hasMessageContaining("asLock");
        mistakes.reentrant();
        assertThat(isFree()).isTrue();
    }

    @Test
    void a_wither_changes_nothing_but_its_result() throws InterruptedException {
        Mistakes mistakes = mistakes(() -> {});
        assertThat(mistakes.droppedWither()).isEqualTo(AcquireOptions.inherited());
        assertThat(mistakes.keptWither().maxWait()).isEqualTo(Duration.ofMinutes(1));
        AcquireOptions defaults = AcquireOptions.inherited().withLease(Duration.ofSeconds(5));
        ClientOptions options = ClientOptions.STANDARD.withClock(clock).withDefaults(defaults);
        try (LockClient brief = LockClient.using(store.backend(), options);
                LockHandle handle = brief.lock(NAME).acquire(mistakes.keptWither())) {
            assertThat(handle.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(5));
        }
    }

    @Test
    void a_block_whose_client_was_closed_ends_with_an_exception() {
        assertThatThrownBy(mistakes(() -> {
                    client.close();
                    assertThat(isFree())
                            .as("granted to another while the work runs")
                            .isTrue();
                })::closedUnderWork)
                .isInstanceOf(LockLostException.class);
    }

    @Test
    void a_close_with_a_grace_keeps_the_lock_until_the_work_has_ended() throws Exception {
        LockClient patient = LockClient.using(
                store.backend(), mistakes(() -> {}).closeThatWaits().withClock(clock));
        List<Future<?>> closing = new ArrayList<>();
        mistakes(patient, () -> {
                    closing.add(executor.submit(patient::close));
                    await().until(() -> refuses(patient));
                    assertThat(isFree()).isFalse();
                })
                .closedUnderWork();
        closing.get(0).get(30, TimeUnit.SECONDS);
        assertThat(isFree()).isTrue();
    }

    private static boolean refuses(LockClient closing) {
        try {
            return closing.lock("another").tryAcquire().map(LockHandle::release).isEmpty();
        } catch (LockClientClosedException e) {
            return true;
        }
    }

    @Test
    void clients_of_one_uri_in_memory_share_a_store() {
        Mistakes mistakes = mistakes(() -> {});
        try (LockClient one = mistakes.storeOfOneTest();
                LockClient two = mistakes.storeOfOneTest();
                LockClient unnamed = mistakes.storeOfAllTests();
                LockClient neighbour = mistakes.storeOfAllTests()) {
            assertThat(one.lock(NAME).tryAcquire()).isPresent();
            assertThat(two.lock(NAME).tryAcquire()).isEmpty();
            assertThat(unnamed.lock(NAME).tryAcquire()).isPresent();
            assertThat(neighbour.lock(NAME).tryAcquire()).isEmpty();
        }
    }

    @Test
    void the_page_shows_this_code() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/interlock/readme/Mistakes.java"));
        source = source.substring(source.indexOf("void save(long fencingToken);"));
        List<String> bodies = METHOD.matcher(source)
                .results()
                .map(method -> method.group(1).indent(-8))
                .toList();
        List<String> shown = BLOCK.matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(shown).isNotEmpty().containsExactlyElementsOf(bodies);
    }
}
