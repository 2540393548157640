// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.LockName;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.tck.forward.ForwardingBackend;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A backend that keeps its watches by the names of the locks. */
final class WatchByName extends ForwardingBackend {

    private final Map<LockName, Grant> watched = new ConcurrentHashMap<>();

    WatchByName(LockBackend to) {
        super(to);
    }

    @Override
    public Optional<LossWatch> lossWatch() {
        return super.lossWatch().map(watch -> new LossWatch() {
            @Override
            public void begin(Grant grant) {
                watched.put(grant.attempt().name(), grant);
                watch.begin(grant);
            }

            @Override
            public void end(Grant grant) {
                Grant present = watched.remove(grant.attempt().name());
                watch.end(present != null ? present : grant);
            }
        });
    }
}
