// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.network.ProxyFaultLink;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.EtcdCluster;
import dev.interlock.testbed.server.EtcdServer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kit's way to a real etcd server. With another opener it carries the mutants, too.
 *
 * @param server where the locks are; stays open
 * @param opener makes a backend for a uri
 */
public record EtcdFixture(EtcdServer server, Function<String, LockBackend> opener) implements LockFixture {

    /** Of a backend whose network fails: short, so that rules in which it gives up are quick. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** Of all others: long against the stalls of a loaded machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Of such a backend, too: its start, or the end of that where no server answers. */
    private static final Duration LINK_START = Duration.ofSeconds(6);

    private static final Duration START = Duration.ofSeconds(20);

    /** A waiter that vanished keeps its place for three times as long. */
    private static final Duration POLL = Duration.ofSeconds(2);

    private static final int LOOKS = 3;

    /** A lease is rounded up to whole seconds, and the server looks twice a second for those that are over. */
    private static final Duration ROUNDING = Duration.ofMillis(1_500);

    /**
     * The backend of this module.
     *
     * @param server where the locks are
     */
    public EtcdFixture(EtcdServer server) {
        this(server, new EtcdOpener());
    }

    private static String uri(String endpoints, Duration timeout, Duration start) {
        return "etcd://" + endpoints + "?timeout=" + timeout.toMillis() + "ms&connectTimeout=" + start.toMillis()
                + "ms&pollFallback=" + POLL.toMillis() + "ms";
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(uri(server.endpoint(), PATIENCE, START));
    }

    @Override
    public String description() {
        return server.source();
    }

    /** A client that vanished while it waited keeps its place in the queue for a while. */
    @Override
    public Duration expiryDelay() {
        return ROUNDING.plus(POLL.multipliedBy(LOOKS));
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return Optional.of(new EtcdStoreHooks(server));
    }

    @Override
    public Optional<Runnable> restart() {
        return Optional.of(server::restart);
    }

    @Override
    public Optional<FaultLink> link() {
        return Optional.of(new ProxyFaultLink(
                new GateProxy(server.host(), server.port(), GrpcFraming::new),
                EtcdSteps::of,
                EtcdSteps.looks(),
                TIMEOUT.plusMillis(250),
                proxy -> opener.apply(uriThrough(proxy)),
                proxy -> clients(uriThrough(proxy))));
    }

    /** A cluster, also where one server is tested: only a cluster has a server that takes over. */
    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(
                new EtcdFailOver(EtcdCluster.start(), endpoints -> opener.apply(uri(endpoints, PATIENCE, START))));
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(clients(uri(server.endpoint(), PATIENCE, START)));
    }

    private static String uriThrough(GateProxy proxy) {
        return uri(proxy.host() + ":" + proxy.port(), TIMEOUT, LINK_START);
    }

    private ProcessAccess clients(String uri) {
        return BackendHost.clients(opener, uri, () -> opener.apply(uri));
    }
}
