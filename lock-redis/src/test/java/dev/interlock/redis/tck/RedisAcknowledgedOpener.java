// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisLockBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;
import java.util.function.Function;

/** Opens the backend that has a replica confirm each grant, in this process or in another. */
public final class RedisAcknowledgedOpener implements BackendOpener, Function<String, LockBackend> {

    /** For client processes, too. */
    public RedisAcknowledgedOpener() {
        // Nothing to keep.
    }

    /** With as long for the replica as the step has left. */
    @Override
    public LockBackend open(String uri) {
        return new RedisLockBackendProvider()
                .open(LockSettings.of(uri).withOption("minReplicas", "1").withOption("replicaTimeout", "30s"));
    }

    @Override
    public LockBackend apply(String uri) {
        return open(uri);
    }
}
