// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/** Curator's mutex, all threads of the client in one session. */
record CuratorLocks(CuratorFramework curator) implements OpenClient {

    static CuratorLocks open(StoreAddress address) {
        return new CuratorLocks(connect(address));
    }

    static CuratorFramework connect(StoreAddress address) {
        return Connections.curator(address, Limits.LEASE, Limits.WAIT);
    }

    @Override
    public NamedLock named(String name) {
        return new NamedLock() {
            private final InterProcessMutex mutex = new InterProcessMutex(curator, "/curator/" + name);

            @Override
            public void lock() throws Exception {
                if (!mutex.acquire(Limits.WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("'" + name + "' was not granted");
                }
            }

            @Override
            public void unlock() throws Exception {
                mutex.release();
            }
        };
    }

    @Override
    public void close() {
        curator.close();
    }
}
