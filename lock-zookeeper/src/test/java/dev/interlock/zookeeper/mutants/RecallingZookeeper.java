// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.spi.Attempt;
import java.util.EnumSet;
import java.util.Set;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** The same lock, whose holder hears that others ask for it: each refused attempt writes the parent, which it watches. */
class RecallingZookeeper extends SimpleZookeeper {

    RecallingZookeeper(String uri) {
        super(uri);
    }

    @Override
    public Capabilities capabilities() {
        Set<Capability> declared = EnumSet.of(Capability.RECALLS);
        declared.addAll(super.capabilities().declared());
        return super.capabilities().withDeclared(declared);
    }

    @Override
    @Nullable
    Long acquire(Attempt attempt) throws KeeperException, InterruptedException {
        Long token = super.acquire(attempt);
        if (token == null) {
            recall(attempt);
        } else if (attempt.recallable()) {
            listen(attempt);
        }
        return token;
    }

    void recall(Attempt refused) throws KeeperException, InterruptedException {
        try {
            session.zk().setData(path(refused.name()), EMPTY, -1);
        } catch (KeeperException.NoNodeException e) {
            // It is free by now.
        }
    }

    /** Its waiters ask again and again, so that what they asked before need not be looked for. */
    void listen(Attempt granted) throws KeeperException, InterruptedException {
        session.zk().getData(path(granted.name()), event -> context().reportWanted(granted.id()), null);
    }
}
