// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.tck;

import dev.interlock.tck.StoreHooks;
import dev.interlock.testbed.server.EtcdServer;
import java.util.Optional;

/** What an operator could do at the server, by its JSON gateway. */
record EtcdStoreHooks(EtcdServer server) implements StoreHooks {

    static String holder(String name) {
        return "interlock/" + name + "/holder";
    }

    @Override
    public boolean hasOwner(String name) {
        return server.has(holder(name));
    }

    /** Deletes the key of the owner, as an operator would to free the lock. Its lease stays. */
    @Override
    public void expire(String name) {
        server.delete(holder(name));
    }

    @Override
    public Optional<Boolean> hasTrace(String name) {
        return Optional.of(server.hasBelow("interlock/" + name + "/"));
    }

    /** Deletes the keys; the leases of etcd stay. */
    @Override
    public void deleteLocks() {
        server.deleteBelow("interlock/");
    }

    @Override
    public void loseData() {
        server.restartEmpty();
    }
}
