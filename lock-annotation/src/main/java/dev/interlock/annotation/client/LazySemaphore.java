// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.DistributedLock;
import dev.interlock.DistributedSemaphore;
import dev.interlock.Holder;
import java.util.List;

/**
 * A semaphore of a client that may not be connected yet.
 *
 * @param client connects when it is needed
 * @param name the name of the semaphore
 * @param limit how many permits it has
 */
record LazySemaphore(LazyLockClient client, String name, int limit) implements DistributedSemaphore {

    @Override
    public DistributedLock permits(int count) {
        return new LazyLock(
                client, name, connected -> connected.semaphore(name, limit).permits(count));
    }

    @Override
    public List<Holder> holders() {
        return client.connected().semaphore(name, limit).holders();
    }
}
