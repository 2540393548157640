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
 * The endpoint {@code /locks}: the locks that this instance holds, keeps and waits for through its configured client. It sends
 * no request to the store, shows nothing of other instances, and releases nothing. Sensitive unless
 * {@code endpoints.locks.sensitive} is false, because lock names can reveal what users do. Thread-safe.
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
     * The present holds, kept locks and waiters.
     *
     * @return the holds and the locks kept after their release, with tokens as decimal text because they can exceed
     *     2^53, and the number of waiters for each lock
     */
    @Read
    Map<String, List<Map<String, Object>>> locks() {
        List<Map<String, Object>> waiting = activity.waitersByLock().entrySet().stream()
                .map(each -> Map.<String, Object>of("name", each.getKey(), "count", each.getValue()))
                .toList();
        return Map.of(
                "held", withTokens(activity.heldTokens()),
                "retained", withTokens(activity.retainedTokens()),
                "waiting", waiting);
    }

    private static List<Map<String, Object>> withTokens(Map<String, Long> tokens) {
        return tokens.entrySet().stream()
                .map(each ->
                        Map.<String, Object>of("name", each.getKey(), "fencingToken", Long.toString(each.getValue())))
                .toList();
    }
}
