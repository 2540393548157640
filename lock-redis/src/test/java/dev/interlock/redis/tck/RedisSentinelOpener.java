// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisSentinelBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;

/** Opens the backend that follows Sentinels, in this process or in another. */
public final class RedisSentinelOpener implements BackendOpener {

    /** For client processes, too. */
    public RedisSentinelOpener() {
        // Nothing to keep.
    }

    @Override
    public LockBackend open(String uri) {
        return new RedisSentinelBackendProvider().open(LockSettings.of(uri));
    }
}
