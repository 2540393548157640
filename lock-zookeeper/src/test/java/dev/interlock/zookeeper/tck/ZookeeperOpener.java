// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.ClientBackend;
import dev.interlock.zookeeper.ZookeeperLockBackendProvider;
import java.time.Duration;
import java.util.function.Function;

/** Opens the backend of this module at a uri, in this process or in another. */
public final class ZookeeperOpener implements ClientBackend, Function<String, LockBackend> {

    /** Short, so that rules in which the backend gives up are quick; long against a round trip on a loaded machine. */
    static final Duration REPLY_TIMEOUT = Duration.ofSeconds(1);

    /** For client processes, too. */
    public ZookeeperOpener() {
        // Nothing to keep.
    }

    @Override
    public LockBackend open(String uri) {
        return new ZookeeperLockBackendProvider()
                .open(LockSettings.of(uri)
                        .withOption("timeout", REPLY_TIMEOUT.toMillis() + "ms")
                        // A client waits up to 2 s between two attempts to connect.
                        .withOption("connectTimeout", "3s"));
    }

    @Override
    public LockBackend apply(String uri) {
        return open(uri);
    }
}
