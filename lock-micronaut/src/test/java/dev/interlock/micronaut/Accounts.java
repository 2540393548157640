// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.MultiLockHandle;
import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Methods under several locks, and methods that call others under the same ones. */
@Singleton
class Accounts {

    final AtomicInteger calls = new AtomicInteger();

    @Locked({"account-#{from}", "account-#{to}"})
    <T extends @Nullable Object> T transfer(@Nullable String from, String to, Supplier<T> body) {
        calls.incrementAndGet();
        return body.get();
    }

    @Locked(
            value = {"account-#{from}", "account-#{to}"},
            onContention = OnContention.SKIP)
    void transferOrSkip(String from, String to) {
        calls.incrementAndGet();
    }

    @Locked({"account-#{from}", "account-#{to}"})
    CompletionStage<List<String>> transferLater(String from, String to) {
        MultiLockHandle handle = CurrentLock.multiHandle();
        calls.incrementAndGet();
        return CompletableFuture.completedFuture(
                List.copyOf(handle.fencingTokens().keySet()));
    }

    @Locked({"account-#{from}", "account-#{to}"})
    Flux<String> transferSoon(String from, String to) {
        MultiLockHandle handle = CurrentLock.multiHandle();
        calls.incrementAndGet();
        return Flux.fromIterable(List.copyOf(handle.fencingTokens().keySet()));
    }

    @Locked({})
    void nameless() {
        calls.incrementAndGet();
    }

    @Locked("account-#{id}")
    <T extends @Nullable Object> T within(String id, Supplier<T> body) {
        calls.incrementAndGet();
        return body.get();
    }

    @Locked(value = "account-#{id}", maxHold = "20ms")
    <T extends @Nullable Object> T brieflyWithin(String id, Supplier<T> body) {
        calls.incrementAndGet();
        return body.get();
    }

    @Locked("account-#{id}")
    CompletionStage<String> later(String id, Supplier<CompletionStage<String>> body) {
        calls.incrementAndGet();
        return body.get();
    }

    @Locked("account-#{id}")
    Mono<String> soon(String id, Supplier<Mono<String>> body) {
        calls.incrementAndGet();
        return body.get();
    }
}
