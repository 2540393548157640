// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;

/** The state of Curator's connection, from a listener as Curator's documentation recommends. */
final class ConnectionBelief {

    /** For a client without such a connection. */
    static final ConnectionBelief NONE = new ConnectionBelief();

    private final AtomicReference<Belief> now = new AtomicReference<>(Belief.HELD);

    private ConnectionBelief() {}

    static ConnectionBelief of(CuratorFramework curator) {
        ConnectionBelief belief = new ConnectionBelief();
        curator.getConnectionStateListenable().addListener((client, state) -> {
            switch (state) {
                case LOST -> belief.now.set(Belief.LOST);
                case SUSPENDED, READ_ONLY -> belief.now.compareAndSet(Belief.HELD, Belief.UNSURE);
                case RECONNECTED, CONNECTED -> belief.now.compareAndSet(Belief.UNSURE, Belief.HELD);
            }
        });
        return belief;
    }

    /** After a loss, all holds stay lost; each question opens a new client. */
    Belief now() {
        return Objects.requireNonNull(now.get());
    }
}
