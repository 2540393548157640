// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.StoreDescription;
import dev.interlock.zookeeper.bulk.ZookeeperBulkKeeping;
import dev.interlock.zookeeper.bulk.ZookeeperBulkSteps;
import dev.interlock.zookeeper.hold.ZookeeperGrants;
import dev.interlock.zookeeper.hold.ZookeeperHolds;
import dev.interlock.zookeeper.hold.ZookeeperRelease;
import dev.interlock.zookeeper.hold.ZookeeperRenewal;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import dev.interlock.zookeeper.node.ZookeeperTokens;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.queue.ZookeeperAcquire;
import dev.interlock.zookeeper.queue.ZookeeperInspection;
import dev.interlock.zookeeper.queue.ZookeeperOperatorSteps;
import dev.interlock.zookeeper.session.ZookeeperConnection;
import dev.interlock.zookeeper.session.ZookeeperErrors;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperRequests;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import dev.interlock.zookeeper.share.ZookeeperShares;
import dev.interlock.zookeeper.start.ZookeeperProbe;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * Locks in ZooKeeper 3.6 or newer: an ephemeral node per holder and waiter, in the order of their creation.
 * Exclusion holds at the servers through restarts and elections. A paused client believes that it holds the lock until
 * it runs again. Thread-safe.
 *
 * <pre>{@code
 * CuratorFramework curator = ...; // the application's client, started
 * LockClient client = LockClient.using(
 *         ZookeeperLockBackend.using(curator, ZookeeperLockOptions.STANDARD.withBase("shop")), ClientOptions.STANDARD);
 * }</pre>
 */
public final class ZookeeperLockBackend implements LockBackend {

    private final ZookeeperLockOptions options;
    private final ZookeeperErrors errors;
    private final ZookeeperConnection connection;
    private final ZookeeperOrphans orphans = new ZookeeperOrphans();
    private volatile @Nullable Started started;

    /** What there is after the start. */
    private record Started(
            ZookeeperHolds holds,
            ZookeeperAcquire acquire,
            ZookeeperRenewal renewal,
            ZookeeperRelease release,
            ZookeeperInspection inspection,
            Optional<BulkSteps> bulk,
            Optional<ShareSteps> shares,
            Optional<OperatorSteps> operator,
            Capabilities capabilities) {}

    private ZookeeperLockBackend(ZookeeperLockOptions options, @Nullable CuratorFramework client) {
        this.options = options;
        this.errors = new ZookeeperErrors(
                store(options, client), client == null && options.server().tls() != null);
        this.connection = client == null
                ? ZookeeperConnection.own(options, errors)
                : ZookeeperConnection.borrowed(client, options, errors);
    }

    /**
     * A backend with a client of its own, which it closes.
     *
     * @param options where to connect to, and how
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it; nothing is connected yet
     */
    public static ZookeeperLockBackend connecting(ZookeeperLockOptions options) {
        return new ZookeeperLockBackend(options, null);
    }

    /**
     * A backend that shares the application's client, which it never closes. The client must be started. Its chroot,
     * which must exist, and its namespace come before {@code base}; its session time-out is the longest lease.
     *
     * @param client the client
     * @param options base, time-outs of steps, and access rights; the servers and the login are the client's
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it
     */
    public static ZookeeperLockBackend using(CuratorFramework client, ZookeeperLockOptions options) {
        return new ZookeeperLockBackend(options, client);
    }

    private static String store(ZookeeperLockOptions options, @Nullable CuratorFramework client) {
        return "zookeeper at "
                + (client == null
                        ? options.server().connectString()
                                + ZookeeperPaths.of("", options.base()).base()
                        : client.getZookeeperClient().getCurrentConnectionString()
                                + ZookeeperConnection.paths(client, options).base());
    }

    @Override
    public String store() {
        return errors.store();
    }

    @Override
    public void start(BackendContext context) {
        ZookeeperHolds holds = new ZookeeperHolds(context, orphans);
        ZookeeperPaths paths = connection.paths();
        Duration limit = options.server().connectTimeout();
        long endNanos = context.clock().nanoTime() + limit.toNanos();
        connection.start((client, state) -> changed(holds, state));
        ZooKeeper session = connection.connected("locks cannot be kept", limit);
        ZookeeperRequests requests = new ZookeeperRequests(session, connection.acl());
        Set<Capability> declared =
                new ZookeeperProbe(requests, paths, context.clock(), endNanos, options, errors).run();
        Capabilities capabilities = Capabilities.of(
                        "zookeeper",
                        Waiting.SIGNAL,
                        AcquireOptions.MIN_LEASE,
                        Duration.ofMillis(session.getSessionTimeout()))
                .withDeclared(declared)
                .withMaxTokens(ZookeeperTokens.MAX_TOKENS);
        ZookeeperGrants grants = new ZookeeperGrants(connection, holds, orphans, errors);
        ZookeeperSessions sessions = new ZookeeperSessions(connection, paths, context.clock(), options.timeout());
        ZookeeperAcquire acquire = new ZookeeperAcquire(sessions, grants, orphans, errors, options.pollFallback());
        ZookeeperRenewal renewal = new ZookeeperRenewal(sessions, holds, store());
        ZookeeperRelease release = new ZookeeperRelease(sessions, holds, orphans);
        ZookeeperBulkKeeping keeping = new ZookeeperBulkKeeping(sessions, holds, orphans, renewal);
        BulkSteps bulk = new ZookeeperBulkSteps(sessions, grants, orphans, errors, options.pollFallback(), keeping);
        ZookeeperInspection inspection = new ZookeeperInspection(sessions, errors);
        ShareSteps shares = shares(context, grants, holds, renewal, capabilities);
        started = new Started(
                holds,
                acquire,
                renewal,
                release,
                inspection,
                Optional.of(bulk),
                Optional.of(shares),
                Optional.of(new ZookeeperOperatorSteps(sessions, errors)),
                capabilities);
    }

    /** Locks that several may hold: nodes of the same session, below parents of their own. */
    private ShareSteps shares(
            BackendContext context,
            ZookeeperGrants grants,
            ZookeeperHolds holds,
            ZookeeperRenewal renewal,
            Capabilities exclusive) {
        ZookeeperSessions sessions =
                new ZookeeperSessions(connection, connection.paths().ofShares(), context.clock(), options.timeout());
        Set<Capability> declared = EnumSet.copyOf(exclusive.declared());
        declared.removeAll(Set.of(Capability.GRANTS_ALL_AT_ONCE, Capability.RECALLS));
        return new ZookeeperShares(
                sessions,
                new ZookeeperAcquire(sessions, grants, orphans, errors, options.pollFallback()),
                holds,
                renewal,
                new ZookeeperRelease(sessions, holds, orphans),
                new ZookeeperInspection(sessions, errors),
                exclusive.withDeclared(declared));
    }

    /** On a thread of the client, which must not wait. */
    private void changed(ZookeeperHolds holds, ConnectionState state) {
        switch (state) {
            case SUSPENDED, READ_ONLY -> holds.doubt("the connection to " + store() + " is " + state);
            case LOST -> holds.loseAllBut(null, "the session with " + store() + " ended");
            case CONNECTED, RECONNECTED -> {
                Optional<ZooKeeper> current = connection.current();
                current.ifPresent(session -> holds.loseAllBut(session, "the session with " + store() + " ended"));
                holds.lookAgain();
                current.ifPresent(session -> orphans.retry(new ZookeeperRequests(session, connection.acl())));
            }
        }
    }

    @Override
    public Capabilities capabilities() {
        return started().capabilities;
    }

    /** ZooKeeper's protocol does not report the servers' version. */
    @Override
    public StoreDescription description() {
        return new StoreDescription(
                "ZooKeeper, sessions of " + capabilities().maxLease(),
                List.of(
                        "without a quorum of the servers nothing is granted, renewed or released",
                        "a crashed holder blocks others until its session ends, however short its lease"));
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return started().acquire.tryAcquire(attempt);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return started().renewal.renew(grant, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return started().release.release(attempt);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return started().inspection.of(name).stream().findFirst();
    }

    @Override
    public Contest contest(Attempt attempt) {
        return started().acquire.contest(attempt);
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return started().bulk;
    }

    @Override
    public Optional<ShareSteps> shares() {
        return started().shares;
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return started().operator;
    }

    private Started started() {
        Started running = started;
        if (running == null) {
            throw new IllegalStateException(store() + " was not started");
        }
        return running;
    }

    @Override
    public void close() {
        Started running = started;
        if (running != null) {
            running.holds.deleteAll();
        }
        // A backend that never started has nothing to release, so closing it does not wait.
        connection.close(running == null ? Duration.ZERO : options.timeout());
    }
}
