// SPDX-License-Identifier: Apache-2.0
package dev.interlock.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockLostException;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.Renewal;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What ShedLock's own tests do not ask. */
final class InterlockLockProviderTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final MemoryStore store = new MemoryStore();
    private final FailingStore backend = new FailingStore(store);
    private final LockClient client = LockClient.using(backend, ClientOptions.STANDARD);
    private final LockClient other = LockClient.using(store.backend(), ClientOptions.STANDARD);
    private final InterlockLockProvider provider = new InterlockLockProvider(client);
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void close() {
        client.close();
        other.close();
    }

    @Test
    void a_job_that_ends_early_keeps_its_lock_for_the_minimum() {
        Duration minimum = Duration.ofMillis(300);
        run(configuration(HOUR, minimum));
        assertThat(isFree()).isFalse();
        await().until(this::isFree);
        assertThat(runs).hasValue(1);
    }

    @Test
    void the_minimum_may_be_as_long_as_the_maximum_and_is_no_loss() {
        AtomicInteger losses = new AtomicInteger();
        client.addListener(event -> {
            if (event instanceof LockEvent.Lost) {
                losses.incrementAndGet();
            }
        });
        run(configuration(Duration.ofSeconds(1), Duration.ofSeconds(1)));
        assertThat(isFree()).isFalse();
        await().until(this::isFree);
        assertThat(losses).hasValue(0);
    }

    @Test
    void a_close_of_the_client_ends_the_minimum() {
        run(configuration(HOUR, HOUR));
        assertThat(isFree()).isFalse();
        client.close();
        assertThat(isFree()).isTrue();
    }

    /** The handle is dropped, as by a crash. */
    @Test
    void nothing_renews_the_lock_of_an_instance_that_has_gone() {
        assertThat(provider.lock(configuration(Duration.ofSeconds(1), Duration.ZERO)))
                .isPresent();
        assertThat(isFree()).isFalse();
        await().until(this::isFree);
    }

    @Test
    void the_client_ends_a_lock_for_less_than_the_shortest_lease() {
        SimpleLock lock = provider.lock(configuration(Duration.ofMillis(100), Duration.ZERO))
                .orElseThrow();
        await().atMost(Duration.ofMillis(900)).until(this::isFree);
        assertThat(lock.extend(HOUR, Duration.ZERO)).isEmpty();
        assertThat(isFree()).isTrue();
    }

    @Test
    void the_loss_of_the_lock_is_an_exception_after_the_job() {
        DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(provider);
        Runnable job = () -> store.expire("report");
        assertThatThrownBy(() -> executor.executeWithLock(job, configuration(HOUR, Duration.ZERO)))
                .isInstanceOf(LockLostException.class);
    }

    @Test
    void an_unknown_outcome_is_an_exception_and_the_job_is_not_run() {
        backend.failsToReply = true;
        assertThatThrownBy(() -> run(configuration(HOUR, Duration.ZERO)))
                .isInstanceOf(LockOutcomeUnknownException.class);
        assertThat(runs).hasValue(0);
        await().until(this::isFree);
    }

    @Test
    void an_extension_without_a_reply_is_an_exception_and_the_lock_is_still_usable() {
        SimpleLock lock = provider.lock(configuration(HOUR, Duration.ZERO)).orElseThrow();
        backend.failsToReply = true;
        assertThatThrownBy(() -> lock.extend(HOUR, Duration.ZERO))
                .isInstanceOf(LockException.class)
                .hasMessageContaining("'report'");
        backend.failsToReply = false;
        lock.extend(HOUR.multipliedBy(2), Duration.ZERO).orElseThrow().unlock();
        assertThat(isFree()).isTrue();
    }

    @Test
    void the_cap_of_the_client_on_holds_does_not_end_an_extended_lock() {
        ClientOptions capped = ClientOptions.STANDARD.withDefaults(
                AcquireOptions.inherited().withMaxHold(Duration.ofMillis(10)).withRenewal(Renewal.NONE));
        try (LockClient own = LockClient.using(store.backend(), capped)) {
            SimpleLock lock = new InterlockLockProvider(own)
                    .lock(configuration(HOUR, Duration.ZERO))
                    .orElseThrow();
            assertThat(own.inspect("report").orElseThrow().remaining().orElseThrow())
                    .isGreaterThan(Duration.ofMinutes(59));
            lock.extend(HOUR, Duration.ZERO).orElseThrow().unlock();
        }
    }

    @Test
    void an_interrupt_is_an_exception_and_stays_set() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> run(configuration(HOUR, Duration.ZERO))).isInstanceOf(LockException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(runs).hasValue(0);
        assertThat(isFree()).isTrue();
    }

    @Test
    void a_maximum_beyond_the_longest_lease_of_the_store_is_refused() {
        Duration twoDays = Duration.ofDays(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(configuration(twoDays, Duration.ZERO)))
                .withMessageContaining("PT48H");
        assertThat(runs).hasValue(0);
    }

    private void run(LockConfiguration configuration) {
        new DefaultLockingTaskExecutor(provider).executeWithLock((Runnable) runs::incrementAndGet, configuration);
    }

    private boolean isFree() {
        return other.inspect("report").isEmpty();
    }

    private static LockConfiguration configuration(Duration atMost, Duration atLeast) {
        return new LockConfiguration(ClockProvider.now(), "report", atMost, atLeast);
    }

    /** A store with leases of at most a day, which can serve requests without a reply. */
    private static final class FailingStore extends ForwardingBackend {

        private volatile boolean failsToReply;

        FailingStore(MemoryStore store) {
            super(store.backend());
        }

        @Override
        public Capabilities capabilities() {
            Capabilities own = super.capabilities();
            return Capabilities.of(own.backend(), own.waiting(), own.minLease(), Duration.ofDays(1))
                    .withDeclared(Set.copyOf(own.declared()));
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return failsToReply ? new AcquireOutcome.Unknown(new IOException("no reply")) : outcome;
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            RenewOutcome outcome = super.renew(grant, lease);
            return failsToReply ? new RenewOutcome.Unknown(new IOException("no reply")) : outcome;
        }
    }
}
