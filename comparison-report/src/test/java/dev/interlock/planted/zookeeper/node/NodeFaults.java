// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.zookeeper.node;

import dev.interlock.planted.zookeeper.session.Session;

/** Planted faults of a lower layer of a backend. */
final class NodeFaults {

    abstract static class SeesSession {
        abstract Session session();
    }
}
