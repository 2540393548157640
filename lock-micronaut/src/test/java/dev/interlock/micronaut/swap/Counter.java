// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.swap;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.micronaut.Locked;
import jakarta.inject.Singleton;
import java.util.List;

/** Counts by reading, then writing, in what several instances share. */
@Singleton
class Counter {

    /** What is counted: nothing in it is safe for use by many threads. */
    static final class Shared {
        int count;
        final List<Long> tokens;

        Shared(List<Long> tokens) {
            this.tokens = tokens;
        }
    }

    @Locked(value = "counter-#{name}", waitAtMost = "60s")
    int increment(String name, Shared shared) {
        int read = shared.count;
        shared.tokens.add(CurrentLock.handle().fencingToken());
        shared.count = read + 1;
        return shared.count;
    }
}
