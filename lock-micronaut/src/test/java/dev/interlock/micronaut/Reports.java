// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockHandle;
import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Methods that go on after they have returned. */
@Singleton
class Reports {

    final AtomicInteger calls = new AtomicInteger();
    final CompletableFuture<String> work = new CompletableFuture<>();

    @Locked("report-#{id}")
    CompletableFuture<String> write(String id) {
        LockHandle handle = CurrentLock.handle();
        calls.incrementAndGet();
        return work.thenApply(text -> text + " " + handle.lockName());
    }

    @Locked(value = "report-#{id}", onContention = OnContention.SKIP)
    CompletionStage<Integer> writeOrSkip(String id) {
        return CompletableFuture.completedFuture(calls.incrementAndGet());
    }

    @Locked(value = "brief", maxHold = "20ms")
    CompletionStage<String> outlive() {
        LockHandle handle = CurrentLock.handle();
        CompletableFuture<String> lost = new CompletableFuture<>();
        handle.onLost(loss -> lost.complete("late"), Runnable::run);
        return lost;
    }

    @Locked("report-#{id}")
    Mono<String> read(String id) {
        LockHandle handle = CurrentLock.handle();
        calls.incrementAndGet();
        return Mono.fromFuture(work).publishOn(Schedulers.parallel()).map(text -> text + " " + handle.lockName());
    }

    @Locked(value = "report-#{id}", onContention = OnContention.SKIP)
    Flux<Integer> lines(String id) {
        calls.incrementAndGet();
        return Flux.range(1, 3);
    }

    @Locked("report-#{id}")
    Flux<Integer> endless(String id) {
        calls.incrementAndGet();
        return Flux.concat(Flux.just(1), Flux.never());
    }

    @Locked(value = "brief", maxHold = "20ms")
    Mono<String> outliveReading() {
        return Mono.fromCompletionStage(this::lostOne);
    }

    private CompletionStage<String> lostOne() {
        LockHandle handle = CurrentLock.handle();
        CompletableFuture<String> lost = new CompletableFuture<>();
        handle.onLost(loss -> lost.complete("late"), Runnable::run);
        return lost;
    }
}
