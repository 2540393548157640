// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import dev.interlock.LockSettings;
import dev.interlock.etcd.options.EtcdLockOptions;
import dev.interlock.etcd.options.EtcdSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.Set;

/**
 * Opens {@code etcd://[user:password@]host[:port][,host[:port]...][/namespace]?name=value&...}. The options are those of
 * {@link EtcdLockOptions}. Thread-safe.
 */
public final class EtcdLockBackendProvider implements LockBackendProvider {

    /** For the service loader. */
    public EtcdLockBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("etcd:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        return EtcdLockBackend.connecting(EtcdSettings.read(settings));
    }
}
