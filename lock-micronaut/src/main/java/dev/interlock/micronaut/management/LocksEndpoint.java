// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.management;

import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import dev.interlock.annotation.client.LazyLockClient;
import dev.interlock.annotation.client.ShownLocks;
import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Requires;
import io.micronaut.management.endpoint.annotation.Endpoint;
import io.micronaut.management.endpoint.annotation.Read;
import java.util.List;
import java.util.Map;

/**
 * The endpoint {@code /locks}: the locks that this instance holds, keeps and waits for through its configured client, and
 * the elections that it stands for. It sends no request to the store, shows nothing of other instances, and releases nothing. Sensitive unless
 * {@code endpoints.locks.sensitive} is false, because lock names can reveal what users do. Thread-safe.
 */
@Endpoint(id = LocksEndpoint.ID, defaultSensitive = true)
@Requires(classes = Endpoint.class)
final class LocksEndpoint implements LockListener {

    static final String ID = "locks";

    private final ShownLocks shown;

    /**
     * Shows nothing yet.
     *
     * @param clients the client, which is made after this endpoint
     */
    LocksEndpoint(BeanProvider<LazyLockClient> clients) {
        shown = new ShownLocks(() -> clients.isPresent() ? clients.get().candidates() : List.of());
    }

    @Override
    public void on(LockEvent event) {
        shown.on(event);
    }

    /**
     * The present holds, kept locks, waiters and candidates.
     *
     * @return as {@link ShownLocks#shown}
     */
    @Read
    Map<String, List<Map<String, Object>>> locks() {
        return shown.shown();
    }
}
