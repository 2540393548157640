// SPDX-License-Identifier: Apache-2.0
package dev.interlock.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.MultiLock;
import dev.interlock.Renewal;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** The lock lives as long as the publisher inside it, on any thread. */
final class ReactiveLockTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final AcquireOptions PATIENT = AcquireOptions.waitAtMost(LIMIT);

    /** Ends by itself, without a renewal. */
    private static final AcquireOptions SHORT =
            PATIENT.withLease(Duration.ofMillis(150)).withRenewal(Renewal.NONE);

    private final LockClient client = LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD);
    private final ReactiveLock<LockHandle> lock = ReactiveLock.of(client.lock("orders/42"));
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        client.close();
    }

    private boolean isFree() {
        return client.inspect("orders/42").isEmpty();
    }

    @Test
    void nothing_happens_before_a_subscription() {
        Mono<String> value = lock.withLock(PATIENT, handle -> Mono.just("done"));
        assertThat(isFree()).isTrue();
        StepVerifier.create(value).expectNext("done").expectComplete().verify(LIMIT);
        assertThat(isFree()).isTrue();
    }

    @Test
    void each_subscription_acquires_anew() {
        Mono<Long> token = lock.withLock(PATIENT, handle -> Mono.just(handle.fencingToken()));
        Long first = token.block(LIMIT);
        assertThat(token.block(LIMIT)).isGreaterThan(first);
    }

    @Test
    void a_value_arrives_after_the_release() {
        Mono<Boolean> free =
                lock.withLock(PATIENT, handle -> Mono.just(isFree())).map(during -> !during && isFree());
        StepVerifier.create(free).expectNext(true).expectComplete().verify(LIMIT);
    }

    @Test
    void work_without_a_value_completes_after_the_release() {
        Mono<Void> done = lock.withLock(PATIENT, handle -> Mono.<Void>empty())
                .then(Mono.fromRunnable(() -> assertThat(isFree()).isTrue()));
        StepVerifier.create(done).expectComplete().verify(LIMIT);
    }

    @Test
    void values_of_a_stream_arrive_while_the_lock_is_held() {
        Flux<Boolean> free =
                lock.withLockMany(PATIENT, handle -> Flux.range(0, 3)).map(n -> isFree());
        StepVerifier.create(free)
                .expectNext(false, false, false)
                .expectComplete()
                .verify(LIMIT);
        assertThat(isFree()).isTrue();
    }

    @Test
    void a_stream_keeps_the_lock_until_its_end() {
        TestPublisher<String> work = TestPublisher.create();
        StepVerifier.create(lock.withLockMany(PATIENT, handle -> work.flux()))
                .then(() -> await().until(work::wasSubscribed))
                .then(() -> work.next("one"))
                .expectNext("one")
                .then(() -> assertThat(isFree()).isFalse())
                .then(work::complete)
                .expectComplete()
                .verify(LIMIT);
        assertThat(isFree()).isTrue();
    }

    /** Where a lock belongs to a thread, the second thread cannot release it. */
    @Test
    void the_work_may_end_on_another_thread_than_it_began() {
        Scheduler other = Schedulers.newSingle("other");
        Mono<String> thread = lock.withLock(
                        PATIENT,
                        handle -> Mono.delay(Duration.ofMillis(1), other)
                                .map(tick -> Thread.currentThread().getName()))
                .publishOn(Schedulers.boundedElastic());
        StepVerifier.create(thread)
                .expectNextMatches(name -> name.startsWith("other"))
                .expectComplete()
                .verify(LIMIT);
        assertThat(isFree()).isTrue();
        other.dispose();
    }

    /** Where a lock belongs to a thread, two subscriptions on one thread are both inside. */
    @Test
    void two_subscriptions_exclude_each_other_on_one_thread() {
        AtomicInteger inside = new AtomicInteger();
        Mono<Integer> work = lock.withLock(
                PATIENT,
                handle -> Mono.fromSupplier(inside::incrementAndGet)
                        .delayElement(Duration.ofMillis(20))
                        .doOnTerminate(inside::decrementAndGet));
        Scheduler one = Schedulers.newSingle("one");
        StepVerifier.create(Flux.range(0, 8).flatMap(i -> work.subscribeOn(one)))
                .expectNext(1, 1, 1, 1, 1, 1, 1, 1)
                .expectComplete()
                .verify(LIMIT);
        one.dispose();
    }

    @Test
    void a_taken_lock_is_an_error_and_the_work_does_not_begin() {
        LockHandle other = client.lock("orders/42").tryAcquire().orElseThrow();
        StepVerifier.create(lock.withLock(
                        AcquireOptions.waitAtMost(Duration.ZERO), handle -> Mono.fromRunnable(() -> seen.add("work"))))
                .expectError(LockTimeoutException.class)
                .verify(LIMIT);
        assertThat(seen).isEmpty();
        other.close();
    }

    @Test
    void the_wait_blocks_no_thread_of_the_subscriber() {
        LockHandle other = client.lock("orders/42").tryAcquire().orElseThrow();
        Scheduler one = Schedulers.newSingle("one");
        StepVerifier.create(lock.withLock(PATIENT, handle -> Mono.just("done")).subscribeOn(one))
                .then(() -> Mono.fromRunnable(other::release).subscribeOn(one).block(LIMIT))
                .expectNext("done")
                .expectComplete()
                .verify(LIMIT);
        one.dispose();
    }

    @Test
    void a_failure_of_the_work_arrives_after_the_release() {
        IllegalStateException failure = new IllegalStateException("out of stock");
        Mono<Object> failed =
                lock.withLock(PATIENT, handle -> Mono.error(failure)).doOnError(e -> seen.add("free: " + isFree()));
        StepVerifier.create(failed).expectErrorMatches(e -> e == failure).verify(LIMIT);
        assertThat(seen).containsExactly("free: true");
        assertThat(failure.getSuppressed()).isEmpty();
    }

    @Test
    void work_that_is_not_made_releases_the_lock() {
        StepVerifier.create(lock.withLock(PATIENT, handle -> {
                    throw new IllegalStateException("no publisher");
                }))
                .expectErrorMessage("no publisher")
                .verify(LIMIT);
        assertThat(isFree()).isTrue();
        StepVerifier.create(lock.withLock(PATIENT, handle -> null))
                .expectErrorMessage("the work under the lock returned no publisher")
                .verify(LIMIT);
        assertThat(isFree()).isTrue();
    }

    @Test
    void a_cancel_during_the_work_ends_the_publisher_and_then_releases() {
        Disposable running = lock.withLockMany(
                        PATIENT,
                        handle -> Flux.never()
                                .doOnSubscribe(begun -> seen.add("begun"))
                                .doOnCancel(() -> seen.add("free at its cancel: " + isFree())))
                .subscribe();
        await().until(() -> seen.contains("begun"));
        running.dispose();
        await().until(this::isFree);
        assertThat(seen).containsExactly("begun", "free at its cancel: false");
    }

    @Test
    void a_time_out_around_it_releases() {
        StepVerifier.create(lock.withLock(PATIENT, handle -> Mono.never()).timeout(Duration.ofMillis(100)))
                .expectError(TimeoutException.class)
                .verify(LIMIT);
        await().until(this::isFree);
    }

    @Test
    void a_cancel_during_the_wait_ends_the_request() {
        LockHandle other = client.lock("orders/42").tryAcquire().orElseThrow();
        Disposable waiting = lock.withLock(PATIENT, handle -> Mono.fromRunnable(() -> seen.add("work")))
                .subscribe();
        client.addListener(event -> seen.add(event.getClass().getSimpleName()));
        waiting.dispose();
        await().until(() -> seen.contains("Cancelled"));
        other.release();
        assertThat(client.lock("orders/42").tryAcquire()).isPresent();
        assertThat(seen).doesNotContain("work");
    }

    @Test
    void a_loss_during_the_work_cancels_it_and_is_the_error() {
        StepVerifier.create(lock.withLock(SHORT, handle -> Mono.never().doOnCancel(() -> seen.add("cancelled"))))
                .expectErrorSatisfies(e -> assertThat(e)
                        .isInstanceOf(LockLostException.class)
                        .hasMessageStartingWith("'orders/42' was lost during the work under it (")
                        .hasNoSuppressedExceptions())
                .verify(LIMIT);
        assertThat(seen).containsExactly("cancelled");
    }

    @Test
    void a_loss_ends_a_stream_as_well() {
        StepVerifier.create(lock.withLockMany(SHORT, handle -> Flux.just("one").concatWith(Flux.never())))
                .expectNext("one")
                .expectError(LockLostException.class)
                .verify(LIMIT);
    }

    @Test
    void the_context_of_the_subscriber_reaches_the_work() {
        StepVerifier.create(lock.withLock(
                                PATIENT, handle -> Mono.deferContextual(context -> Mono.just(context.get("user"))))
                        .contextWrite(context -> context.put("user", "ada")))
                .expectNext("ada")
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void runIfFree_says_whether_it_ran() {
        Mono<Boolean> run = lock.runIfFree(handle -> Flux.just(1, 2, 3).doOnNext(n -> seen.add("free: " + isFree())));
        StepVerifier.create(run).expectNext(true).expectComplete().verify(LIMIT);
        assertThat(seen).containsExactly("free: false", "free: false", "free: false");
        LockHandle other = client.lock("orders/42").tryAcquire().orElseThrow();
        StepVerifier.create(run).expectNext(false).expectComplete().verify(LIMIT);
        assertThat(seen).hasSize(3);
        other.close();
    }

    /** A time-out for another lock inside the work does not mean that this lock was taken. */
    @Test
    void runIfFree_passes_on_the_time_out_of_another_lock() {
        LockTimeoutException failure = new LockTimeoutException("another lock");
        StepVerifier.create(lock.runIfFree(handle -> Mono.error(failure)))
                .expectErrorMatches(e -> e == failure)
                .verify(LIMIT);
    }

    @Test
    void runIfFree_does_not_say_true_after_a_loss() {
        LockClient shortLeases =
                LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD.withDefaults(SHORT));
        StepVerifier.create(ReactiveLock.of(shortLeases.lock("orders/42")).runIfFree(handle -> Mono.never()))
                .expectError(LockLostException.class)
                .verify(LIMIT);
        shortLeases.close();
    }

    @Test
    void a_set_of_locks_is_held_and_released_together() {
        StepVerifier.create(ReactiveLock.of(client.lockAll(List.of("a", "b")))
                        .withLock(
                                PATIENT,
                                handle -> Mono.just(client.inspect("a").isPresent()
                                        && client.inspect("b").isPresent()
                                        && handle.fencingToken("b") > 0)))
                .expectNext(true)
                .expectComplete()
                .verify(LIMIT);
        assertThat(client.inspect("a")).isEmpty();
        assertThat(client.inspect("b")).isEmpty();
    }

    @Test
    void a_closed_client_is_an_error_of_the_subscription() {
        Mono<String> work = lock.withLock(PATIENT, handle -> Mono.just("done"));
        client.close();
        StepVerifier.create(work).expectError().verify(LIMIT);
    }

    @Test
    void null_arguments_are_refused_by_name() {
        assertThatThrownBy(() -> ReactiveLock.of((DistributedLock) null)).hasMessage("lock");
        assertThatThrownBy(() -> ReactiveLock.of((MultiLock) null)).hasMessage("locks");
        assertThatThrownBy(() -> lock.withLock(null, handle -> Mono.empty())).hasMessage("options");
        assertThatThrownBy(() -> lock.withLock(PATIENT, null)).hasMessage("work");
        assertThatThrownBy(() -> lock.runIfFree(null)).hasMessage("work");
    }

    @Test
    void a_slow_subscriber_keeps_the_lock() {
        Sinks.Many<Integer> numbers = Sinks.many().unicast().onBackpressureBuffer();
        numbers.tryEmitNext(1);
        numbers.tryEmitNext(2);
        numbers.tryEmitComplete();
        StepVerifier.create(lock.withLockMany(PATIENT, handle -> numbers.asFlux()), 1)
                .expectNext(1)
                .then(() -> assertThat(isFree()).isFalse())
                .thenRequest(1)
                .expectNext(2)
                .expectComplete()
                .verify(LIMIT);
        assertThat(isFree()).isTrue();
    }
}
