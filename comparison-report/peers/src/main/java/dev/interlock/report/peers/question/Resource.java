// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import java.util.concurrent.locks.ReentrantLock;

/** The resource that the lock protects. With a guard it refuses tokens that are older than one it has seen. */
final class Resource {

    private final Scene scene;
    private final boolean guarded;
    private final ReentrantLock lock = new ReentrantLock();
    private long highest;
    private int refused;

    Resource(Scene scene, boolean guarded) {
        this.scene = scene;
        this.guarded = guarded;
    }

    void write(String client, long token) {
        lock.lock();
        try {
            boolean accepted = !guarded || token >= highest;
            highest = Math.max(highest, token);
            refused += accepted ? 0 : 1;
            scene.write(
                    client + (accepted ? " wrote" : " was refused") + (token > 0 ? ", token " + token : ""), accepted);
        } finally {
            lock.unlock();
        }
    }

    int refused() {
        lock.lock();
        try {
            return refused;
        } finally {
            lock.unlock();
        }
    }
}
