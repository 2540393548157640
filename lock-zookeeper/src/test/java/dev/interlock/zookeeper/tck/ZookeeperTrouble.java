// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.StoreTrouble;
import java.util.Set;
import java.util.function.Supplier;

/** An operator takes the rights to create and delete the nodes of some locks from all clients. */
final class ZookeeperTrouble implements StoreTrouble {

    private final ZookeeperOperator operator;
    private final Supplier<LockBackend> opener;
    private Set<String> restricted = Set.of();

    ZookeeperTrouble(ZookeeperOperator operator, Supplier<LockBackend> opener) {
        this.operator = operator;
        this.opener = opener;
    }

    @Override
    public String description() {
        return "the locks may only be read";
    }

    @Override
    public LockBackend openBackend() {
        return opener.get();
    }

    @Override
    public void begin(Set<String> names) {
        restricted = Set.copyOf(names);
        restricted.forEach(name -> operator.restrict(name, true));
    }

    @Override
    public void end() {
        restricted.forEach(name -> operator.restrict(name, false));
        restricted = Set.of();
    }

    @Override
    public void close() {
        end();
    }
}
