// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.Renewal;
import dev.interlock.internal.client.LinesOf;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.StoreDescription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client without any listener writes to the log. */
class ClientLogTest {

    /** Documented at {@link LockClient}: a rename breaks configurations. */
    private static final String LOGGER = "dev.interlock.LockClient";

    private static final AtomicInteger STORES = new AtomicInteger();

    private final String store = "store " + STORES.incrementAndGet() + " of ClientLogTest";
    private final ManualClock clock = new ManualClock();
    private final ScriptedBackend backend = new ScriptedBackend() {
        @Override
        public String store() {
            return store;
        }

        @Override
        public StoreDescription description() {
            return new StoreDescription("Scripted 1.0, mode test", List.of("nothing holds tomorrow"));
        }
    };
    private final LinesOf log = new LinesOf(LOGGER, store);
    private final LockClient client = LockClient.using(backend, ClientOptions.STANDARD.withClock(clock));

    @AfterEach
    void close() {
        client.close();
        log.close();
    }

    private String warning() {
        await().until(() -> !log.warnings().isEmpty());
        assertThat(log.warnings()).hasSize(1);
        return log.warnings().get(0);
    }

    @Test
    void the_store_is_logged_once_with_what_it_does_not_guarantee() {
        await().until(() -> !log.all().isEmpty());
        assertThat(log.all())
                .singleElement()
                .asString()
                .startsWith("INFO locks are kept in " + store + " (Scripted 1.0, mode test): leases of PT0.01S to")
                .contains("waiting POLL, []; not guaranteed: nothing holds tomorrow; ")
                .contains(Capability.SURVIVES_RESTART.absence())
                .contains(Capability.FIFO_BETWEEN_CLIENTS.absence())
                .doesNotContain(Capability.ENDS_WITH_CONNECTION.absence());
    }

    @Test
    void a_loss_is_logged_with_lock_store_token_cause_and_a_way_out() throws InterruptedException {
        LockHandle handle = client.lock("order:42").acquire(ONCE.withRenewal(Renewal.NONE));
        clock.advance(LEASE.multipliedBy(2));
        assertThat(handle.remaining()).isZero();
        assertThat(warning())
                .startsWith("WARN 'order:42' on " + store + " was lost (EXPIRED: ")
                .contains("token 1)")
                .contains("refuse this token")
                .contains("longer lease")
                .doesNotContain(backend.idOf(0).text());
    }

    @Test
    void a_release_that_finds_another_owner_is_logged() throws InterruptedException {
        backend.thenRelease(attempt -> new ReleaseOutcome.NotOwner());
        client.lock("order:42").acquire(ONCE).release();
        assertThat(warning())
                .startsWith("WARN 'order:42' on " + store + " was not held any more when it was released (")
                .contains("token 1)")
                .contains("others may have been inside");
    }

    @Test
    void a_release_without_an_answer_is_logged() throws InterruptedException {
        backend.release = attempt -> ScriptedBackend.releaseNotAnswered();
        client.lock("order:42").acquire(ONCE).close();
        assertThat(warning())
                .startsWith("WARN 'order:42' on " + store + " was released but that was not confirmed (")
                .contains("reply lost; token 1)")
                .contains("until its lease ends");
    }

    @Test
    void a_release_that_is_confirmed_is_not_logged() throws InterruptedException {
        client.lock("a").acquire(ONCE).close();
        client.close();
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void a_text_of_the_store_is_shown_on_one_line_and_not_at_any_length() throws InterruptedException {
        assertThat(client.lock("a").acquire(ONCE)).isNotNull();
        backend.context.reportLost(backend.idOf(0), "first\r\nWARN forged " + "x".repeat(1_000));
        assertThat(warning())
                .contains("first WARN forged xxx")
                .doesNotContain("\n")
                .hasSizeLessThan(700);
    }

    @Test
    void many_losses_are_counted_after_the_first_few() throws InterruptedException {
        // Kept, since the client also warns of a handle that was dropped.
        List<LockHandle> handles = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            handles.add(client.lock("a" + i).acquire(ONCE));
        }
        for (int i = 0; i < 1_000; i++) {
            backend.context.reportLost(backend.idOf(i), "on " + store);
        }
        await().until(() -> log.warnings().size() == LimitedWarnings.LINES);
        clock.advance(LimitedWarnings.WHILE);
        clock.advance(Duration.ofMillis(1));
        handles.add(client.lock("b").acquire(ONCE));
        backend.context.reportLost(backend.idOf(1_000), "the next one");
        await().until(() -> log.warnings().stream().anyMatch(line -> line.contains("the next one")));
        assertThat(log.warnings())
                .hasSize(LimitedWarnings.LINES + 2)
                .element(LimitedWarnings.LINES)
                .asString()
                .contains("990 more warnings of the client for " + store + " were left out within 10 s");
        assertThat(handles).allMatch(handle -> handle.state() == HandleState.LOST);
    }

    @Test
    void warnings_left_out_are_counted_at_the_close_too() throws InterruptedException {
        for (int i = 0; i < LimitedWarnings.LINES + 3; i++) {
            assertThat(client.lock("a" + i).acquire(ONCE)).isNotNull();
            backend.context.reportLost(backend.idOf(i), "gone");
        }
        client.close();
        assertThat(log.warnings()).last().asString().contains("3 more warnings");
    }

    @Test
    void a_loss_by_the_close_is_logged_before_it_returns() throws InterruptedException {
        assertThat(client.lock("order:42").acquire(ONCE)).isNotNull();
        backend.release = attempt -> ScriptedBackend.releaseNotAnswered();
        client.close();
        assertThat(log.warnings())
                .anyMatch(line -> line.contains("was lost (CLIENT_CLOSED"))
                .anyMatch(line -> line.contains("could not confirm the release of 'order:42'"));
    }

    @Test
    void nothing_is_logged_when_the_logger_is_off() throws InterruptedException {
        log.setLevel(Level.OFF);
        LockHandle handle = client.lock("a").acquire(ONCE);
        backend.context.reportLost(backend.idOf(0), "gone");
        assertThat(handle.remaining()).isZero();
        client.close();
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void an_appender_that_hangs_delays_neither_losses_nor_the_news_of_them() throws InterruptedException {
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch reported = new CountDownLatch(50);
        log.beforeEach(() -> awaitQuietly(hanging));
        try {
            for (int i = 0; i < 50; i++) {
                client.lock("a" + i)
                        .acquire(ONCE.withRenewal(Renewal.NONE))
                        .onLost(loss -> reported.countDown(), Runnable::run);
            }
            clock.advance(LEASE.multipliedBy(2));
            reported.await();
        } finally {
            hanging.countDown();
        }
        await().until(() -> log.warnings().size() >= LimitedWarnings.LINES);
    }

    @Test
    void a_handle_that_was_dropped_is_logged_with_what_ends_its_lock() throws InterruptedException {
        assertThat(client.lock("renewed").acquire(ONCE)).isNotNull();
        assertThat(client.lock("not renewed").acquire(ONCE.withRenewal(Renewal.NONE)))
                .isNotNull();
        await().until(() -> {
            System.gc();
            return log.warnings().size() == 2;
        });
        assertThat(log.warnings())
                .anyMatch(line -> line.contains("'renewed'") && line.contains("nothing renews it any more"))
                .anyMatch(line -> line.contains("'not renewed'") && line.contains("nothing renews it"));
    }

    @Test
    void a_thread_that_died_with_a_lock_is_logged() throws InterruptedException {
        LockView view = client.lock("order:42").asLock(ONCE);
        Thread owner = new Thread(view::lock);
        owner.start();
        owner.join();
        clock.advance(LEASE.dividedBy(2));
        assertThat(warning()).contains("'order:42' on " + store).contains("the thread that locked it has died");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
