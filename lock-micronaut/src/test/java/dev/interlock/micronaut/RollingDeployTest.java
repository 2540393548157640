// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.hold.CallsAtWork;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.core.order.Ordered;
import io.micronaut.runtime.graceful.GracefulShutdownManager;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The end of a context while methods are at work: they end, then the client is closed, then beans are destroyed. */
final class RollingDeployTest {

    private static final long LIMIT_SECONDS = 60;
    private static final String ON = "test.rolling-deploy";

    private static ApplicationContext context(String grace) {
        return ApplicationContext.run(
                Map.of("locks.backend", "memory", "locks.close-timeout", "2m", "locks.close-grace", grace, ON, "true"));
    }

    @Test
    void a_method_at_work_ends_normally_before_any_bean_is_destroyed() throws Exception {
        ApplicationContext context = context("1m");
        Log log = context.getBean(Log.class);
        context.getBean(Pool.class).begin().run();
        Import jobs = context.getBean(Import.class);
        CompletableFuture<String> call = CompletableFuture.supplyAsync(jobs::run);
        jobs.await();
        LockClient client = context.getBean(LockClient.class);
        Thread closing = new Thread(context::close);
        closing.start();
        await("the end of the context waits for the method")
                .atMost(Duration.ofSeconds(LIMIT_SECONDS))
                .until(() -> Arrays.stream(closing.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(CallsAtWork.class.getName())));
        assertThat(log.lines).contains("shutdown");
        client.lock("further").tryAcquire().orElseThrow().close();
        jobs.mayEnd.countDown();
        assertThat(call.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("HELD");
        closing.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        assertThat(log.lines)
                .contains("ledger HELD")
                .containsSubsequence("shutdown", "import ended", "pool closed after the client");
    }

    @Test
    void a_method_that_outlasts_the_grace_learns_that_its_lock_is_lost() throws Exception {
        ApplicationContext context = context("100ms");
        LockClient client = context.getBean(LockClient.class);
        Import jobs = context.getBean(Import.class);
        CompletableFuture<String> call = CompletableFuture.supplyAsync(jobs::run);
        jobs.await();
        context.close();
        assertThatThrownBy(() -> client.lock("import").tryAcquire()).hasMessageContaining("closed");
        jobs.mayEnd.countDown();
        assertThatThrownBy(() -> call.get(LIMIT_SECONDS, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(LockLostException.class);
    }

    @Test
    void a_hold_that_only_rests_does_not_delay_the_close() {
        ApplicationContext context = context("1m");
        LockClient client = context.getBean(LockClient.class);
        context.getBean(Import.class).rest();
        assertThat(client.lock("resting").tryAcquire()).isEmpty();
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        client.addListener(events::add);
        long beginNanos = System.nanoTime();
        context.close();
        assertThat(Duration.ofNanos(System.nanoTime() - beginNanos)).isLessThan(Duration.ofSeconds(50));
        assertThat(events).hasAtLeastOneElementOfType(LockEvent.Released.class);
        assertThat(events).doesNotHaveAnyElementsOfTypes(LockEvent.Lost.class);
    }

    @Test
    void Micronauts_graceful_shutdown_waits_for_the_methods_as_well() throws Exception {
        try (ApplicationContext context = context("1m")) {
            Import jobs = context.getBean(Import.class);
            CompletableFuture<String> call = CompletableFuture.supplyAsync(jobs::run);
            jobs.await();
            GracefulShutdownManager manager = context.getBean(GracefulShutdownManager.class);
            CompletableFuture<?> ended = manager.shutdownGracefully().toCompletableFuture();
            assertThat(ended).isNotDone();
            assertThat(context.getBean(LockedShutdown.class).reportActiveTasks())
                    .hasValue(1);
            jobs.mayEnd.countDown();
            ended.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            call.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** What happened, in its order. */
    @Singleton
    @Requires(property = ON)
    static final class Log implements ApplicationEventListener<ShutdownEvent>, Ordered {

        final List<String> lines = new CopyOnWriteArrayList<>();

        /** Without one, a listener comes as late as the close of the client. */
        @Override
        public int getOrder() {
            return 0;
        }

        @Override
        public void onApplicationEvent(ShutdownEvent event) {
            lines.add("shutdown");
        }
    }

    /** Work that takes as long as the test wants. */
    @Singleton
    @Requires(property = ON)
    static class Import {

        final CountDownLatch mayEnd = new CountDownLatch(1);
        private final CountDownLatch begun = new CountDownLatch(1);
        private final Log log;

        Import(Log log) {
            this.log = log;
        }

        @Locked("import")
        String run() {
            begun.countDown();
            awaitOrFail(mayEnd);
            log.lines.add("import ended");
            return CurrentLock.handle().state().name();
        }

        @Locked(value = "resting", minHold = "1h")
        void rest() {
            log.lines.add("rests");
        }

        void await() {
            awaitOrFail(begun);
        }

        private static void awaitOrFail(CountDownLatch latch) {
            try {
                assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Ends its own work under a lock, at the event that comes before beans are destroyed. */
    @Singleton
    @Requires(property = ON)
    static final class Ledger implements ApplicationEventListener<ShutdownEvent>, Ordered {

        private final LockClient client;
        private final Log log;

        Ledger(LockClient client, Log log) {
            this.client = client;
            this.log = log;
        }

        /** Without one, a listener comes as late as the close of the client. */
        @Override
        public int getOrder() {
            return 0;
        }

        @Override
        public void onApplicationEvent(ShutdownEvent event) {
            try (LockHandle held = client.lock("ledger").tryAcquire().orElseThrow()) {
                log.lines.add("ledger " + held.state());
            }
        }
    }

    /** What the locks of an application may be kept by, closed as Micronaut's own factories of pools do it. */
    @Factory
    @Requires(property = ON)
    static final class Pools {

        private final Log log;
        private final AtomicReference<LockClient> client = new AtomicReference<>();

        Pools(Log log) {
            this.log = log;
        }

        @Context
        Pool pool(BeanProvider<LockClient> clients) {
            return new Pool(() -> client.set(clients.get()));
        }

        @PreDestroy
        void close() {
            boolean closed = false;
            try {
                assertThat(client.get().lock("pool").tryAcquire()).isNotNull();
            } catch (RuntimeException e) {
                closed = String.valueOf(e.getMessage()).contains("closed");
            }
            log.lines.add("pool closed " + (closed ? "after" : "before") + " the client");
        }
    }

    /**
     * A pool.
     *
     * @param begin is run by the test
     */
    record Pool(Runnable begin) {}
}
