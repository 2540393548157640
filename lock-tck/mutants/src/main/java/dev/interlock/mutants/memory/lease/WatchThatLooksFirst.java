// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import java.util.concurrent.locks.LockSupport;

/** A backend whose watch looks whether the lock is there before it is registered: a loss in between goes unnoticed. */
final class WatchThatLooksFirst extends WatchFromNow {

    private static final long GAP_NANOS = 20_000;

    WatchThatLooksFirst(LockBackend to) {
        super(to);
    }

    @Override
    boolean isOverlooked(Grant grant) {
        boolean owned = to().inspect(grant.attempt().name())
                .filter(holder -> holder.fencingToken() == grant.token())
                .isPresent();
        LockSupport.parkNanos(GAP_NANOS);
        return owned;
    }
}
