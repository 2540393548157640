// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.Capabilities;
import dev.interlock.DistributedLock;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.DistributedSemaphore;
import dev.interlock.Election;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockListener;
import dev.interlock.LockOperator;
import dev.interlock.MultiLock;
import java.util.Collection;
import java.util.Optional;

/** A client that passes every call on. */
public abstract class ForwardingClient implements LockClient {

    private final LockClient to;

    /**
     * Creates the decorator.
     *
     * @param to the client to pass calls on to
     */
    public ForwardingClient(LockClient to) {
        this.to = to;
    }

    /**
     * Returns the decorated client.
     *
     * @return the client to pass calls on to
     */
    protected final LockClient to() {
        return to;
    }

    @Override
    public DistributedLock lock(String name) {
        return to.lock(name);
    }

    @Override
    public DistributedReadWriteLock readWrite(String name) {
        return to.readWrite(name);
    }

    @Override
    public DistributedSemaphore semaphore(String name, int limit) {
        return to.semaphore(name, limit);
    }

    @Override
    public MultiLock lockAll(Collection<String> names) {
        return to.lockAll(names);
    }

    @Override
    public Election election(String name) {
        return to.election(name);
    }

    @Override
    public Capabilities capabilities() {
        return to.capabilities();
    }

    @Override
    public Optional<Holder> inspect(String name) {
        return to.inspect(name);
    }

    @Override
    public LockOperator operator() {
        return to.operator();
    }

    @Override
    public Registration addListener(LockListener listener) {
        return to.addListener(listener);
    }

    @Override
    public void close() {
        to.close();
    }
}
