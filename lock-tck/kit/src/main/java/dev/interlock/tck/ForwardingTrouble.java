// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;
import java.util.Set;

/** A trouble of a store that passes every call on. */
public abstract class ForwardingTrouble implements StoreTrouble {

    private final StoreTrouble to;

    /**
     * Creates the decorator.
     *
     * @param to the trouble to pass calls on to
     */
    public ForwardingTrouble(StoreTrouble to) {
        this.to = to;
    }

    @Override
    public String description() {
        return to.description();
    }

    @Override
    public LockBackend openBackend() {
        return to.openBackend();
    }

    @Override
    public void begin(Set<String> names) {
        to.begin(names);
    }

    @Override
    public void end() {
        to.end();
    }

    @Override
    public boolean mayExecute() {
        return to.mayExecute();
    }

    @Override
    public boolean passes() {
        return to.passes();
    }

    @Override
    public void close() {
        to.close();
    }
}
