// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;
import java.time.Duration;

/** A store with a wall clock that passes every call on. */
public abstract class ForwardingWallClock implements StoreWallClock {

    private final StoreWallClock to;

    /**
     * Creates the decorator.
     *
     * @param to the store to pass calls on to
     */
    public ForwardingWallClock(StoreWallClock to) {
        this.to = to;
    }

    @Override
    public LockBackend openBackend() {
        return to.openBackend();
    }

    @Override
    public void set(Duration ahead) {
        to.set(ahead);
    }

    @Override
    public Duration ahead() {
        return to.ahead();
    }

    @Override
    public void close() {
        to.close();
    }
}
