// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.client;

import dev.interlock.LockListener;

/** Makes a listener for each configured client, before the client connects. Thread-safe. */
@FunctionalInterface
public interface ClientListeners {

    /**
     * Makes a listener.
     *
     * @param client the name of the client's block, or {@code main}
     * @param backend the kind of its store, such as {@code redis}
     * @return a listener for this client alone
     */
    LockListener listener(String client, String backend);
}
