// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;
import dev.interlock.zookeeper.ZookeeperLockBackendProvider;
import java.util.function.Function;

/** Opens the backend of this module at a uri, in this process or in another. */
public final class ZookeeperOpener implements BackendOpener, Function<String, LockBackend> {

    /** For client processes, too. */
    public ZookeeperOpener() {
        // Nothing to keep.
    }

    @Override
    public LockBackend open(String uri) {
        return new ZookeeperLockBackendProvider().open(LockSettings.of(uri));
    }

    @Override
    public LockBackend apply(String uri) {
        return open(uri);
    }
}
