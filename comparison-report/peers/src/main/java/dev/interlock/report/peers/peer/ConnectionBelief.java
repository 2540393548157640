// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;

/** What a listener to Curator's connection knows, as Curator's documentation recommends to have one. */
final class ConnectionBelief {

    /** Of a client without such a connection. */
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

    /** Once lost, what was held is lost for good; a client is opened anew for each question. */
    Belief now() {
        return Objects.requireNonNull(now.get());
    }
}
