// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.database;

import dev.interlock.jdbc.connection.JdbcConnections;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Follows the address of the primary, by what servers say to writes. After a failover it may lead to the new primary,
 * but open connections lead to the old one, and so do those that are opened until the address has moved. Thread-safe.
 */
public final class PrimarySwitch {

    private final JdbcConnections connections;
    private final AtomicBoolean underWay = new AtomicBoolean();

    PrimarySwitch(JdbcConnections connections) {
        this.connections = connections;
    }

    /** A server refused a write because it takes none. */
    void refused() {
        underWay.set(true);
        connections.refresh();
    }

    /** A server took a write, or said that it would: the address has moved, or the server takes writes again. */
    public void served() {
        if (underWay.get() && underWay.compareAndSet(true, false)) {
            connections.refresh();
        }
    }
}
