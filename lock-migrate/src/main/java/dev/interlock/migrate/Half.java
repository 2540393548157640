// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * One of the two stores. An exception of a step is an unknown outcome here already: it must not keep the other store from
 * its own step. As thread-safe as the backend.
 *
 * @param backend the store
 */
record Half(LockBackend backend) {

    AcquireOutcome acquire(Supplier<AcquireOutcome> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            return new AcquireOutcome.Unknown(e);
        }
    }

    RenewOutcome renew(Grant grant, Duration lease) {
        try {
            return backend.renew(grant, lease);
        } catch (RuntimeException e) {
            return new RenewOutcome.Unknown(e);
        }
    }

    ReleaseOutcome release(Attempt attempt) {
        try {
            return backend.release(attempt);
        } catch (RuntimeException e) {
            return new ReleaseOutcome.Unknown(e);
        }
    }

    String store() {
        return backend.store();
    }
}
