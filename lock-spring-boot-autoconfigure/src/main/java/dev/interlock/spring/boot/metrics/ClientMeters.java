// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.metrics;

import dev.interlock.LockListener;
import dev.interlock.micrometer.LockMeters;
import dev.interlock.micrometer.LockTags;
import dev.interlock.spring.boot.client.ClientListeners;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The meters of all clients, with the tags {@code backend} and {@code client}. Thread-safe. */
final class ClientMeters implements ClientListeners, AutoCloseable {

    private static final String CLIENT = "client";

    private final MeterRegistry registry;
    private final List<String> names;
    private final List<LockMeters> meters = new CopyOnWriteArrayList<>();

    ClientMeters(MeterRegistry registry, List<String> names) {
        this.registry = registry;
        this.names = names;
    }

    @Override
    public LockListener listener(String client, String backend) {
        LockTags tags = LockTags.of(backend).and(CLIENT, client).withNames(names.toArray(String[]::new));
        LockMeters ofClient = new LockMeters(registry, tags);
        meters.add(ofClient);
        return ofClient;
    }

    @Override
    public void close() {
        meters.forEach(LockMeters::close);
    }
}
