// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisReplica;
import dev.interlock.testbed.server.RedisServer;

/** A primary with two replicas, of which one confirms what it has, and the other one takes over. */
record RedisAcknowledgedFailOver(RedisServer primary, RedisReplica confirming, RedisReplica behind, GateProxy address)
        implements FailOver {

    static RedisAcknowledgedFailOver start() {
        RedisServer primary = RedisServer.start();
        try {
            RedisReplica confirming = RedisReplica.of(primary);
            return new RedisAcknowledgedFailOver(
                    primary, confirming, RedisReplica.of(primary), GateProxy.redis(primary.host(), primary.port()));
        } catch (RuntimeException e) {
            primary.close();
            throw e;
        }
    }

    @Override
    public LockBackend openBackend() {
        return RedisAcknowledgedFixture.open(primary.uriThrough(address.port()));
    }

    @Override
    public String description() {
        return "a replica had confirmed the grant, the primary was killed, and another replica was promoted, which the"
                + " grant had not reached";
    }

    @Override
    public void holdBack() {
        behind.awaitInSync();
        behind.cutOff();
    }

    /** The one that had confirmed follows the new primary, as Sentinels would have it, and takes over what that has. */
    @Override
    public void run() {
        primary.kill();
        behind.promote();
        confirming.follow(behind);
        address.leadTo(behind.server().host(), behind.server().port());
    }

    @Override
    public void close() {
        address.close();
        behind.close();
        confirming.close();
        primary.close();
    }
}
