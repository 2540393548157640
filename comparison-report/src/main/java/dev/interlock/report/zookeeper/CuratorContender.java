// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.benchmark.Contender;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/**
 * Curator's own mutex in the same session.
 *
 * @param curator the client
 */
record CuratorContender(CuratorFramework curator) implements Contender {

    @Override
    public String name() {
        return "Curator InterProcessMutex";
    }

    @Override
    public Operation forThread(int thread) {
        InterProcessMutex mutex = new InterProcessMutex(curator, "/curator/" + thread);
        return () -> {
            mutex.acquire();
            mutex.release();
        };
    }
}
