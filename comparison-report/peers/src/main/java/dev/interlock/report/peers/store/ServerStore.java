// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.store;

import dev.interlock.report.contender.StoreAddress;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RealServer;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The common part of all real servers: a proxy in front of them for the clients that faults are to hit. */
abstract class ServerStore implements PeerStore {

    private static final Duration ALREADY = Duration.ofMillis(1);

    private final RealServer server;
    private final StoreAddress address;
    private final StoreAddress exposed;
    private final GateProxy proxy;
    private @Nullable Gate lost;

    ServerStore(RealServer server, StoreAddress address, StoreAddress exposed, GateProxy proxy) {
        this.server = server;
        this.address = address;
        this.exposed = exposed;
        this.proxy = proxy;
    }

    /** Matches the request that grants a lock. */
    abstract Predicate<Message> granting(String grants);

    GateProxy proxy() {
        return proxy;
    }

    @Override
    public String source() {
        return server.source();
    }

    @Override
    public StoreAddress address() {
        return address;
    }

    @Override
    public StoreAddress exposedAddress() {
        return exposed;
    }

    @Override
    public void freeze() {
        server.freeze();
    }

    @Override
    public void thaw() {
        server.thaw();
    }

    @Override
    public String cutOff() {
        proxy.refuseConnections();
        proxy.cutAll();
        return "connection cut, for good";
    }

    @Override
    public void loseReply(String grants) {
        lost = proxy.onRequest(granting(grants)).dropReply(ConnectionEnding.RESET);
    }

    @Override
    public boolean hasLostReply() {
        if (lost == null) {
            return false;
        }
        try {
            lost.awaitReached(ALREADY);
            return true;
        } catch (AssertionError e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void heal() {
        lost = null;
        proxy.heal();
    }

    @Override
    public void close() {
        proxy.close();
        server.close();
    }
}
