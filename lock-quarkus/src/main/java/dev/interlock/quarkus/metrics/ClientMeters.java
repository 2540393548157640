// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.metrics;

import dev.interlock.LockListener;
import dev.interlock.micrometer.LockMeters;
import dev.interlock.micrometer.LockTags;
import dev.interlock.quarkus.client.ClientListeners;
import dev.interlock.quarkus.config.InterlockConfig;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The meters of all clients, with the tags {@code backend} and {@code client}. Thread-safe. */
@Singleton
public final class ClientMeters implements ClientListeners {

    private static final String CLIENT = "client";

    private final MeterRegistry registry;
    private final InterlockConfig.Metrics config;
    private final Queue<LockMeters> meters = new ConcurrentLinkedQueue<>();

    /** Of the container. */
    ClientMeters(MeterRegistry registry, InterlockConfig config) {
        this.registry = registry;
        this.config = config.metrics();
    }

    @Override
    public LockListener listener(String client, String backend) {
        if (!config.enabled()) {
            return event -> {};
        }
        List<String> names = config.names().orElse(List.of());
        LockTags tags = LockTags.of(backend).and(CLIENT, client).withNames(names.toArray(String[]::new));
        LockMeters ofClient = new LockMeters(registry, tags);
        meters.add(ofClient);
        return ofClient;
    }

    @PreDestroy
    void close() {
        meters.forEach(LockMeters::close);
    }
}
