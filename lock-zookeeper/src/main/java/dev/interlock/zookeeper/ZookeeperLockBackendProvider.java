// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.options.ZookeeperSettings;
import java.util.Set;

/**
 * Opens {@code zookeeper://[user:password@]host[:port][,host[:port]...][/base]?name=value&...}. The options are those
 * of {@link ZookeeperLockOptions}. Thread-safe.
 */
public final class ZookeeperLockBackendProvider implements LockBackendProvider {

    /** For the service loader. */
    public ZookeeperLockBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("zookeeper:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        return ZookeeperLockBackend.connecting(ZookeeperSettings.read(settings));
    }
}
