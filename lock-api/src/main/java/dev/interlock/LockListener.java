// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * Hears what happens to the locks of a client. Each listener has a thread and a bounded queue of its own: a slow or
 * throwing one hurts nobody else, and loses events (counted in the log) when it falls too far behind.
 */
@FunctionalInterface
public interface LockListener {

    /**
     * Called once per event, in order.
     *
     * @param event what happened
     */
    void on(LockEvent event);
}
