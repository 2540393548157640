// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * Receives the events of a client's locks. Each listener has its own thread and a queue of 4,096 events. A slow or
 * throwing listener affects no other listener. If its queue is full, it loses events, and the client logs how many.
 */
@FunctionalInterface
public interface LockListener {

    /**
     * Called once per event, in order.
     *
     * @param event the event
     */
    void on(LockEvent event);
}
