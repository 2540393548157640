// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.tck;

import dev.interlock.LockSettings;
import dev.interlock.etcd.EtcdLockBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;
import java.util.function.Function;

/** Opens the backend of this module at a uri, in this process or in another. */
public final class EtcdOpener implements BackendOpener, Function<String, LockBackend> {

    /** For client processes, too. */
    public EtcdOpener() {
        // Nothing to keep.
    }

    @Override
    public LockBackend open(String uri) {
        return new EtcdLockBackendProvider().open(LockSettings.of(uri));
    }

    @Override
    public LockBackend apply(String uri) {
        return open(uri);
    }
}
