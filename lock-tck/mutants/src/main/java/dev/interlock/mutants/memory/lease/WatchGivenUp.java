// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.tck.forward.ForwardingBackend;
import java.util.Optional;

/** A backend that does not ask for a watch again if the store could not be reached. */
final class WatchGivenUp extends ForwardingBackend {

    WatchGivenUp(LockBackend to) {
        super(to);
    }

    @Override
    public Optional<LossWatch> lossWatch() {
        return super.lossWatch().map(watch -> new LossWatch() {
            @Override
            public void begin(Grant grant) {
                if (isReached(grant)) {
                    watch.begin(grant);
                }
            }

            @Override
            public void end(Grant grant) {
                watch.end(grant);
            }
        });
    }

    private boolean isReached(Grant grant) {
        try {
            return inspect(grant.attempt().name()).isPresent();
        } catch (LockUnavailableException e) {
            return false;
        }
    }
}
