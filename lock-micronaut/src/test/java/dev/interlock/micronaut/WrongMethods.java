// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.annotation.OnContention;
import jakarta.inject.Singleton;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Annotations that cannot be kept. */
@Singleton
class WrongMethods {

    final AtomicInteger calls = new AtomicInteger();

    @Locked(value = "a", lease = "soon")
    void lease() {
        calls.incrementAndGet();
    }

    @Locked(value = "a", waitAtMost = "1s", onContention = OnContention.FAIL)
    void waitToFail() {
        calls.incrementAndGet();
    }

    @Locked(value = "a", onContention = OnContention.SKIP)
    int skippedNumber() {
        return calls.incrementAndGet();
    }

    @Locked(value = "a", minHold = "2m", maxHold = "1m")
    void minAboveMax() {
        calls.incrementAndGet();
    }

    @Locked("a")
    Future<Integer> future() {
        throw new IllegalStateException("called " + calls.incrementAndGet());
    }

    @Locked(value = "a", client = "other")
    void otherClient() {
        calls.incrementAndGet();
    }

    @Locked("${user.name}-#{id}")
    void mixed(String id) {
        calls.incrementAndGet();
    }

    @Locked("${no.such.property}")
    void placeholder() {
        calls.incrementAndGet();
    }
}
