// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer;

import dev.interlock.LockClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Binds a client to meter registries. From then on its events are recorded as in {@link LockMeters}. Earlier holds and
 * waiters are not counted, so bind the client before its first use. Thread-safe.
 */
public final class LockClientMetrics implements MeterBinder, AutoCloseable {

    private final LockClient client;
    private final LockTags tags;
    private final ReentrantLock changing = new ReentrantLock();
    private final List<Bound> bound = new ArrayList<>();
    private boolean closed;

    /**
     * Creates a binder with custom tags.
     *
     * @param client the client
     * @param tags the tags of all meters, and the groups of locks that get their own tag value
     */
    public LockClientMetrics(LockClient client, LockTags tags) {
        this.client = client;
        this.tags = tags;
    }

    /**
     * Creates a binder with the kind of store as a tag.
     *
     * @param client the client
     * @return the binder
     */
    public static LockClientMetrics of(LockClient client) {
        return new LockClientMetrics(client, LockTags.of(client.capabilities().backend()));
    }

    /**
     * Registers the meters and listens to the client.
     *
     * @param registry the registry
     * @throws IllegalStateException if the client is closed or has too many listeners, if these metrics are closed, or
     *     if the registry has meters with the same tags: two clients need different ones
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        changing.lock();
        try {
            if (closed) {
                throw new IllegalStateException("these metrics of a lock client are closed: make new ones");
            }
            LockMeters meters = new LockMeters(registry, tags);
            try {
                bound.add(new Bound(meters, client.addListener(meters)));
            } catch (RuntimeException e) {
                meters.close();
                throw e;
            }
        } finally {
            changing.unlock();
        }
    }

    /** Stops listening and removes the meters from all registries. Later calls do nothing. The client stays open. */
    @Override
    public void close() {
        changing.lock();
        try {
            closed = true;
            bound.forEach(Bound::end);
            bound.clear();
        } finally {
            changing.unlock();
        }
    }

    private record Bound(LockMeters meters, LockClient.Registration listening) {

        void end() {
            listening.close();
            meters.close();
        }
    }
}
