// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;

/** A store with a fail-over that passes every call on. */
public abstract class ForwardingFailOver implements FailOver {

    private final FailOver to;

    /**
     * Creates the decorator.
     *
     * @param to the store to pass calls on to
     */
    public ForwardingFailOver(FailOver to) {
        this.to = to;
    }

    @Override
    public LockBackend openBackend() {
        return to.openBackend();
    }

    @Override
    public String description() {
        return to.description();
    }

    @Override
    public void holdBack() {
        to.holdBack();
    }

    @Override
    public void run() {
        to.run();
    }

    @Override
    public void close() {
        to.close();
    }
}
