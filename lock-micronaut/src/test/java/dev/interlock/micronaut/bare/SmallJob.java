// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.bare;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.micronaut.Locked;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Has no use for anything that is optional. */
@Singleton
class SmallJob {

    @Locked("job-#{id}")
    String now(String id) {
        return CurrentLock.handle().lockName();
    }

    @Locked("job-#{id}")
    CompletionStage<String> later(String id) {
        return CompletableFuture.completedFuture(CurrentLock.handle().lockName());
    }
}
