// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import dev.interlock.report.contention.contender.Connections;
import dev.interlock.report.contention.contender.StoreAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/** Curator's mutex with a listener to its connection. */
record CuratorPeer(CuratorFramework curator, ConnectionBelief connection) implements PeerClient {

    static final Duration CONNECT = Duration.ofSeconds(15);

    static PeerClient open(StoreAddress address, Duration session) {
        CuratorFramework curator = Connections.curator(address, session, CONNECT);
        return new CuratorPeer(curator, ConnectionBelief.of(curator));
    }

    @Override
    public PeerLock lock(String name) {
        return new Lock(new InterProcessMutex(curator, "/curator/" + name));
    }

    @Override
    public void close() {
        curator.close();
    }

    private final class Lock implements PeerLock {

        private final InterProcessMutex mutex;

        Lock(InterProcessMutex mutex) {
            this.mutex = mutex;
        }

        @Override
        public boolean acquire(Duration limit) throws Exception {
            return mutex.acquire(limit.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void release() throws Exception {
            mutex.release();
        }

        @Override
        public void releaseUnowned() throws Exception {
            mutex.release();
        }

        @Override
        public Belief belief() {
            return mutex.isOwnedByCurrentThread() ? connection.now() : Belief.LOST;
        }
    }
}
