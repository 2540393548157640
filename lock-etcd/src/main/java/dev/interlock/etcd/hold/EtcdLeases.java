// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.hold;

import dev.interlock.spi.AttemptId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which lease each hold of this client has, so that a renewal need not ask for it first. Thread-safe. */
final class EtcdLeases {

    private final Map<AttemptId, Long> leases = new ConcurrentHashMap<>();

    void remember(AttemptId id, long lease) {
        leases.put(id, lease);
    }

    void forget(AttemptId id) {
        leases.remove(id);
    }

    @Nullable
    Long of(AttemptId id) {
        return leases.get(id);
    }
}
