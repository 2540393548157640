// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.LockName;
import dev.interlock.tck.StoreHooks;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import java.util.Optional;

/** What an operator could do at the servers. */
record ZookeeperStoreHooks(ZookeeperServers servers) implements StoreHooks {

    @Override
    public boolean hasOwner(String name) {
        return !servers.operator().nodes(encoded(name)).isEmpty();
    }

    /** Deletes the node of the owner, as an operator would to free the lock. */
    @Override
    public void expire(String name) {
        servers.operator().nodes(encoded(name)).stream().findFirst().ifPresent(servers.operator()::delete);
    }

    @Override
    public Optional<Boolean> hasTrace(String name) {
        return Optional.of(servers.operator().exists(ZookeeperOperator.parent(encoded(name))));
    }

    @Override
    public void deleteLocks() {
        servers.operator().deleteLocks();
    }

    @Override
    public void loseData() {
        servers.operator().awaitClientsAround(servers.emptyAll());
    }

    private static String encoded(String name) {
        return new ZookeeperPaths("", "").lock(new LockName(name)).substring(1);
    }
}
