// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisReplica;
import dev.interlock.testbed.server.RedisServer;
import java.util.function.Function;

/** A primary, its replica, and an address that leads to whichever serves. Replication is asynchronous. */
record RedisFailOver(RedisServer primary, RedisReplica replica, GateProxy address, Function<String, LockBackend> opener)
        implements FailOver {

    static RedisFailOver start(Function<String, LockBackend> opener) {
        RedisServer primary = RedisServer.start();
        try {
            RedisReplica replica = RedisReplica.of(primary);
            return new RedisFailOver(primary, replica, GateProxy.redis(primary.host(), primary.port()), opener);
        } catch (RuntimeException e) {
            primary.close();
            throw e;
        }
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(primary.uriThrough(address.port()));
    }

    @Override
    public String description() {
        return "the primary was killed, and a replica that the grant had not reached was promoted";
    }

    @Override
    public void holdBack() {
        replica.awaitInSync();
        replica.cutOff();
    }

    @Override
    public void run() {
        primary.kill();
        replica.promote();
        address.leadTo(replica.server().host(), replica.server().port());
    }

    @Override
    public void close() {
        address.close();
        replica.close();
        primary.close();
    }
}
