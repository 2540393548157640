// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import dev.interlock.examples.Effect;
import dev.interlock.examples.counter.Counter;
import dev.interlock.spring.boot.locked.Locked;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /counters/{name}?request=ID} adds one; {@code /counters/{name}/tries} adds one only if the lock is free.
 */
@RestController
@RequestMapping("/counters")
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
    @PostMapping("/{name}")
    @Locked("counter-#{name}")
    Effect increment(@PathVariable String name, @RequestParam(required = false) @Nullable String request) {
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
    @PostMapping("/{name}/tries")
    @Locked(value = "counter-#{name}", onContention = OnContention.FAIL)
    Effect tryIncrement(@PathVariable String name, @RequestParam String request) {
        return counter.increment(CurrentLock.handle(), name, request);
    }
}
