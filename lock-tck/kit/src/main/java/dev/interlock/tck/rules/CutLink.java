// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.StoreTrouble;
import java.util.Set;

/** The trouble of a backend whose way to its store is cut. */
record CutLink(FaultLink link) implements StoreTrouble {

    @Override
    public String description() {
        return "the link to the store is cut";
    }

    @Override
    public LockBackend openBackend() {
        return link.openBackend();
    }

    @Override
    public void begin(Set<String> names) {
        link.cut();
    }

    @Override
    public void end() {
        link.heal();
    }

    @Override
    public boolean passes() {
        return true;
    }

    @Override
    public void close() {
        link.close();
    }
}
