// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.endpoint;

import dev.interlock.LockListener;
import dev.interlock.annotation.client.ShownLocks;
import dev.interlock.spring.boot.client.ClientListeners;
import dev.interlock.spring.boot.client.LockClients;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The endpoint {@code locks}: the locks that this instance holds, keeps and waits for through its configured clients, and
 * the elections that it stands for; no other holders. It sends no request to a store and releases nothing. Boot exposes it
 * only on request, because lock names can reveal what users do. Thread-safe.
 */
@Endpoint(id = "locks")
final class LocksEndpoint implements ClientListeners {

    private final Map<String, ShownLocks> locks = new ConcurrentSkipListMap<>();
    private final Supplier<LockClients> clients;

    /**
     * Shows nothing yet.
     *
     * @param clients the clients, which are made after this endpoint
     */
    LocksEndpoint(Supplier<LockClients> clients) {
        this.clients = clients;
    }

    @Override
    public LockListener listener(String client, String backend) {
        ShownLocks shown = new ShownLocks(() -> clients.get().candidates(client));
        locks.put(client, shown);
        return shown;
    }

    /**
     * The present holds, kept locks, waiters and candidates of all clients.
     *
     * @return as {@link ShownLocks#shown}, with the client in each entry
     */
    @ReadOperation
    Map<String, List<Map<String, Object>>> locks() {
        Map<String, List<Map<String, Object>>> all = new LinkedHashMap<>();
        locks.forEach((client, shown) -> shown.shown().forEach((part, entries) -> {
            List<Map<String, Object>> ofPart = all.computeIfAbsent(part, first -> new ArrayList<>());
            entries.forEach(entry -> ofPart.add(withClient(client, entry)));
        }));
        return all;
    }

    private static Map<String, Object> withClient(String client, Map<String, Object> entry) {
        Map<String, Object> complete = new LinkedHashMap<>();
        complete.put("client", client);
        complete.putAll(entry);
        return complete;
    }
}
