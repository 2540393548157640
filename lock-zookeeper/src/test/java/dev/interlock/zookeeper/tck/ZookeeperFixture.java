// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.network.ProxyFaultLink;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kit's way to real ZooKeeper servers. With other {@link ZookeeperSteps} and another opener it
 * carries the mutants, too.
 *
 * @param servers where the locks are; stay open
 * @param steps which requests are which step
 * @param session the session time-out
 * @param opener makes a backend for a uri
 */
public record ZookeeperFixture(
        ZookeeperServers servers, ZookeeperSteps steps, Duration session, Function<String, LockBackend> opener)
        implements LockFixture {

    /** Short, so that the end of a vanished client is soon seen; long against the stalls of a loaded machine. */
    private static final Duration SESSION = Duration.ofSeconds(6);

    /**
     * The longest that the kit's servers grant, and twice what their launcher waits for one: three
     * take seconds under load.
     */
    private static final Duration RESTART_SESSION = Duration.ofSeconds(60);

    /**
     * Of a backend whose network fails: short, so that rules in which it gives up are quick; long against a round trip
     * on a loaded machine.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** Of such a backend, too: its start, or the end of that where no server answers. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(6);

    /** Of all others: long against the stalls of a loaded machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Of their start, which takes ten round trips. */
    private static final Duration START = Duration.ofSeconds(20);

    /** Two ticks of the kit's servers. */
    private static final Duration TICKS = Duration.ofSeconds(1);

    /** Most mutants fail by a wait that times out, so this is what most of them cost. */
    private static final Duration MUTANT_SESSION = Duration.ofSeconds(3);

    /**
     * The backend of this module.
     *
     * @param servers where the locks are
     */
    public ZookeeperFixture(ZookeeperServers servers) {
        this(servers, ZookeeperSteps.OPERATIONS, SESSION, new ZookeeperOpener());
    }

    /**
     * A broken backend.
     *
     * @param servers where the locks are
     * @param opener makes a backend for a uri
     */
    public static ZookeeperFixture ofMutant(ZookeeperServers servers, Function<String, LockBackend> opener) {
        return new ZookeeperFixture(servers, ZookeeperSteps.OPERATIONS, MUTANT_SESSION, opener);
    }

    /**
     * What broken backends are made from, with nothing broken.
     *
     * @param servers where the locks are
     * @param opener makes a backend for a uri
     */
    public static ZookeeperFixture ofControl(ZookeeperServers servers, Function<String, LockBackend> opener) {
        return new ZookeeperFixture(servers, ZookeeperSteps.OPERATIONS, SESSION, opener);
    }

    String uri(String connectString) {
        return uri(connectString, session, PATIENCE, START);
    }

    private static String uri(String connectString, Duration session, Duration timeout, Duration connectTimeout) {
        return "zookeeper://" + connectString + "?sessionTimeout=" + session.toMillis() + "ms&timeout="
                + timeout.toMillis() + "ms&connectTimeout=" + connectTimeout.toMillis() + "ms";
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(uri(servers.connectString()));
    }

    @Override
    public String description() {
        return servers.source();
    }

    /**
     * Makes the parent of the lock, as an earlier hold would have left it: where it is missing, the first request of an
     * acquisition only finds that out, and a gate would meet that one.
     */
    @Override
    public String uniqueName() {
        String name = LockFixture.super.uniqueName();
        servers.operator().warm(name);
        return name;
    }

    /** What a client leaves that vanished or lost its connection goes with its session, if nothing else deletes it. */
    @Override
    public Duration patience() {
        return session.multipliedBy(2);
    }

    /** A client that vanished keeps its locks until its session ends, at the next tick of a server. */
    @Override
    public Duration expiryDelay() {
        return session.plus(TICKS);
    }

    @Override
    public Duration longLease() {
        return session;
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return Optional.of(new ZookeeperStoreHooks(servers));
    }

    @Override
    public Optional<Runnable> restart() {
        return servers.restart();
    }

    /** No lease outlives its session. */
    @Override
    public Duration restartLease() {
        return RESTART_SESSION;
    }

    @Override
    public LockBackend openForRestart() {
        return opener.apply(lastingUri(servers));
    }

    @Override
    public Optional<FaultLink> link() {
        ZookeeperServer server = servers.servers().get(0);
        return Optional.of(new ProxyFaultLink(
                GateProxy.zookeeper(server.host(), server.port()),
                steps::of,
                TIMEOUT.plusMillis(250),
                proxy -> opener.apply(uriThrough(proxy)),
                proxy -> clients(uriThrough(proxy))));
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return Optional.of(ZookeeperWallClock.start(clocked -> opener.apply(uri(clocked.connectString()))));
    }

    /** An ensemble, also where one server is tested: only an ensemble has a server that takes over. */
    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(ZookeeperFailOver.start(three -> opener.apply(lastingUri(three))));
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(clients(uri(servers.connectString())));
    }

    private static String lastingUri(ZookeeperServers servers) {
        return uri(servers.connectString(), RESTART_SESSION, PATIENCE, START);
    }

    private String uriThrough(GateProxy proxy) {
        return uri(proxy.host() + ":" + proxy.port(), session, TIMEOUT, CONNECT_TIMEOUT);
    }

    private ProcessAccess clients(String uri) {
        return BackendHost.clients(opener, uri, () -> opener.apply(uri));
    }
}
