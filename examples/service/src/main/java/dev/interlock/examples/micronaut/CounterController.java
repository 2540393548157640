// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import dev.interlock.examples.Effect;
import dev.interlock.examples.counter.Counter;
import dev.interlock.micronaut.Locked;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /counters/{name}?request=ID} adds one; {@code /counters/{name}/tries} adds one only if the lock is free.
 */
@Controller("/counters")
@ExecuteOn(TaskExecutors.BLOCKING)
class CounterController {

    private final Counter counter;

    CounterController(Counter counter) {
        this.counter = counter;
    }

    /**
     * Adds one.
     *
     * @param name of the counter
     * @param request id of the request; without it, the caller cannot repeat the request safely
     * @return the value
     */
    @Post("/{name}")
    @Locked("counter-#{name}")
    Effect increment(String name, @QueryValue @Nullable String request) {
        return counter.increment(CurrentLock.handle(), name, Effect.requestId(request));
    }

    /**
     * Adds one, or reports at once that another caller has the lock.
     *
     * @param name of the counter
     * @param request id of the request
     * @return the value
     * @throws dev.interlock.LockTimeoutException if another caller has the lock; nothing was done
     */
    @Post("/{name}/tries")
    @Locked(value = "counter-#{name}", onContention = OnContention.FAIL)
    Effect tryIncrement(String name, @QueryValue String request) {
        return counter.increment(CurrentLock.handle(), name, request);
    }
}
