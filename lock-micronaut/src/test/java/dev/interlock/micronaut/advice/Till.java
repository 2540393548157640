// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.advice;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.micronaut.Locked;
import io.micronaut.retry.annotation.Retryable;
import io.micronaut.scheduling.annotation.Async;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A method with a lock and other advice of Micronaut. */
@Singleton
class Till {

    /** Runs on another thread. */
    @Locked("till")
    @Async
    void payElsewhere(CompletableFuture<String> paid) {
        paid.complete(CurrentLock.handle().lockName());
    }

    /** Works at the third try. */
    @Locked("till")
    @Retryable(attempts = "3", delay = "1ms")
    void payOften(List<Long> tokens) {
        tokens.add(CurrentLock.handle().fencingToken());
        if (tokens.size() < 3) {
            throw new IllegalStateException("not yet");
        }
    }
}
