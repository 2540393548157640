// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.management;

import dev.interlock.LockActivity;
import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import io.micronaut.context.annotation.Requires;
import io.micronaut.management.endpoint.annotation.Endpoint;
import io.micronaut.management.endpoint.annotation.Read;
import java.util.List;
import java.util.Map;

/**
 * The endpoint {@code /locks}: what this instance holds and waits for, as far as its client was made from the
 * configuration. It asks no store, shows nothing of other instances, and releases nothing. Sensitive unless
 * {@code endpoints.locks.sensitive} says otherwise, as names of locks tell who does what. Thread-safe.
 */
@Endpoint(id = LocksEndpoint.ID, defaultSensitive = true)
@Requires(classes = Endpoint.class)
final class LocksEndpoint implements LockListener {

    static final String ID = "locks";

    private final LockActivity activity = new LockActivity();

    @Override
    public void on(LockEvent event) {
        activity.on(event);
    }

    /**
     * What there is now.
     *
     * @return the holds, with tokens as decimal text since they can exceed 2^53, and how many wait for each lock
     */
    @Read
    Map<String, List<Map<String, Object>>> locks() {
        List<Map<String, Object>> holds = activity.heldTokens().entrySet().stream()
                .map(each ->
                        Map.<String, Object>of("name", each.getKey(), "fencingToken", Long.toString(each.getValue())))
                .toList();
        List<Map<String, Object>> waiting = activity.waitersByLock().entrySet().stream()
                .map(each -> Map.<String, Object>of("name", each.getKey(), "count", each.getValue()))
                .toList();
        return Map.of("held", holds, "waiting", waiting);
    }
}
