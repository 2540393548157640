// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.hold.CallsAtWork;
import io.micronaut.context.annotation.Factory;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.concurrent.ExecutorService;

/** Creates what all calls of {@link Locked} methods share. Thread-safe. */
@Factory
final class LockedCallsFactory {

    @Singleton
    CallsAtWork callsAtWork() {
        return new CallsAtWork();
    }

    @Singleton
    LockedCalls lockedCalls(@Named(TaskExecutors.BLOCKING) ExecutorService blocking, CallsAtWork atWork) {
        return new LockedCalls(blocking, new MicronautContext(), atWork);
    }
}
