// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.endpoint;

import dev.interlock.LockActivity;
import dev.interlock.LockListener;
import dev.interlock.spring.boot.client.ClientListeners;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The endpoint {@code locks}: the locks that this instance holds, keeps and waits for through its configured clients,
 * and no other holders. It sends no request to a store and releases nothing. Boot exposes it only on request, because lock
 * names can reveal what users do. Thread-safe.
 */
@Endpoint(id = "locks")
final class LocksEndpoint implements ClientListeners {

    private final Map<String, LockActivity> activities = new ConcurrentSkipListMap<>();

    @Override
    public LockListener listener(String client, String backend) {
        LockActivity activity = new LockActivity();
        activities.put(client, activity);
        return activity;
    }

    /**
     * The present holds, kept locks and waiters.
     *
     * @return the holds and the locks kept after their release, with tokens as decimal text because they can exceed
     *     2^53, and the number of waiters for each lock
     */
    @ReadOperation
    Map<String, List<Map<String, Object>>> locks() {
        return Map.of(
                "held",
                each(LockActivity::heldTokens, "fencingToken", Object::toString),
                "retained",
                each(LockActivity::retainedTokens, "fencingToken", Object::toString),
                "waiting",
                each(LockActivity::waitersByLock, "count", count -> count));
    }

    private <T> List<Map<String, Object>> each(
            Function<LockActivity, Map<String, T>> part, String property, Function<T, Object> shown) {
        return activities.entrySet().stream()
                .flatMap(client -> part.apply(client.getValue()).entrySet().stream()
                        .map(lock -> Map.<String, Object>of(
                                "client",
                                client.getKey(),
                                "name",
                                lock.getKey(),
                                property,
                                shown.apply(lock.getValue()))))
                .toList();
    }
}
