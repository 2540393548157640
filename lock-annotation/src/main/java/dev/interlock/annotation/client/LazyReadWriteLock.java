// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.DistributedLock;
import dev.interlock.DistributedReadWriteLock;

/**
 * A lock for readers and writers of a client that may not be connected yet.
 *
 * @param client connects when it is needed
 * @param name the name of the lock
 */
record LazyReadWriteLock(LazyLockClient client, String name) implements DistributedReadWriteLock {

    @Override
    public DistributedLock read() {
        return new LazyLock(client, name, connected -> connected.readWrite(name).read());
    }

    @Override
    public DistributedLock write() {
        return new LazyLock(client, name, connected -> connected.readWrite(name).write());
    }
}
