// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.tck.StoreHooks;
import dev.interlock.testbed.server.RedisCluster;
import java.util.Optional;

/** What an operator could do at the nodes of a cluster. */
record RedisClusterStoreHooks(RedisCluster cluster) implements StoreHooks {

    private RedisStoreHooks at(String name) {
        return new RedisStoreHooks(cluster.primaryOf(RedisStoreHooks.key(name)));
    }

    /** As {@link RedisStoreHooks#overwrite}, at the node that has the lock. */
    boolean overwrite(String name) {
        return at(name).overwrite(name);
    }

    @Override
    public boolean hasOwner(String name) {
        return at(name).hasOwner(name);
    }

    @Override
    public void expire(String name) {
        at(name).expire(name);
    }

    @Override
    public Optional<Boolean> hasTrace(String name) {
        return at(name).hasTrace(name);
    }

    @Override
    public void deleteLocks() {
        cluster.primaries().forEach(node -> new RedisStoreHooks(node).deleteLocks());
    }

    @Override
    public void loseData() {
        cluster.primaries().forEach(node -> new RedisStoreHooks(node).loseData());
    }
}
