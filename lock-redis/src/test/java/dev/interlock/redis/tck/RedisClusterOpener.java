// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisClusterBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;

/** Opens the backend on a cluster, in this process or in another. */
public final class RedisClusterOpener implements BackendOpener {

    /** For client processes, too. */
    public RedisClusterOpener() {
        // Nothing to keep.
    }

    @Override
    public LockBackend open(String uri) {
        return new RedisClusterBackendProvider().open(LockSettings.of(uri));
    }
}
