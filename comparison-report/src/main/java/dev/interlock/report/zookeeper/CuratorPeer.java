// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.measure.Subject;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/**
 * Curator's own mutex, in the same session.
 *
 * @param curator the client
 */
record CuratorPeer(CuratorFramework curator) implements Subject {

    @Override
    public String name() {
        return "Curator InterProcessMutex";
    }

    @Override
    public Cycle forThread(int thread) {
        InterProcessMutex mutex = new InterProcessMutex(curator, "/peer/" + thread);
        return () -> {
            mutex.acquire();
            mutex.release();
        };
    }
}
