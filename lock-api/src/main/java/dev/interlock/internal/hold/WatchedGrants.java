// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.internal.backend.SafeBackend;
import dev.interlock.internal.machine.Machine;
import dev.interlock.spi.Grant;
import java.time.Duration;

/** Which grants the store watches: those whose hold has lasted for a while, until the last hold of them ends. */
final class WatchedGrants {

    /** A hold that is over sooner pays for no watch. */
    static final long AFTER_NANOS = Duration.ofMillis(100).toNanos();

    private final SafeBackend backend;
    private final Machine machine;

    WatchedGrants(SafeBackend backend, Machine machine) {
        this.backend = backend;
        this.machine = machine;
    }

    /** Whether the store can watch any. */
    boolean arePossible() {
        return backend.lossWatch().isPresent();
    }

    boolean isDue(long grantedNanos) {
        return machine.nanoTime() - dueNanos(grantedNanos) >= 0;
    }

    long dueNanos(long grantedNanos) {
        return grantedNanos + AFTER_NANOS;
    }

    void begin(Grant grant) {
        backend.lossWatch().ifPresent(watch -> watch.begin(grant));
    }

    void end(Grant grant) {
        backend.lossWatch().ifPresent(watch -> watch.end(grant));
    }
}
