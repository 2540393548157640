// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer;

import dev.interlock.LockClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Binds a client to registries: what it does from then on is written there, as {@link LockMeters} say. What it held and
 * waited for before is not counted; so bind it before its first use. Thread-safe.
 */
public final class LockClientMetrics implements MeterBinder, AutoCloseable {

    private final LockClient client;
    private final LockTags tags;
    private final ReentrantLock changing = new ReentrantLock();
    private final List<Bound> bound = new ArrayList<>();
    private boolean closed;

    /**
     * For a client, with tags of your own.
     *
     * @param client whose meters
     * @param tags what they have, and which locks they are told apart by
     */
    public LockClientMetrics(LockClient client, LockTags tags) {
        this.client = client;
        this.tags = tags;
    }

    /**
     * For a client, with its store's kind as a tag.
     *
     * @param client whose meters
     * @return binds the client
     */
    public static LockClientMetrics of(LockClient client) {
        return new LockClientMetrics(client, LockTags.of(client.capabilities().backend()));
    }

    /**
     * Registers the meters and listens to the client.
     *
     * @param registry where to
     * @throws IllegalStateException if the client is closed or has too many listeners, these metrics are closed, or the
     *     registry has meters with the same tags: two clients need different ones
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

    /** Listens no longer and takes the meters out of all registries. Safe to call twice; the client stays open. */
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
