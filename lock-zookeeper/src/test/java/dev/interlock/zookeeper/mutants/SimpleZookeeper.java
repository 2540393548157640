// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The smallest sound ZooKeeper lock, made to be broken: every step is a method of its own, by ZooKeeper's plain client.
 * Waiters poll. A lock is taken by a transaction that creates its parent anew, which only succeeds below an empty one.
 */
class SimpleZookeeper implements LockBackend {

    static final byte[] EMPTY = new byte[0];
    private static final int BLOCK_BITS = 6;

    final PlainSession session;
    final Map<AttemptId, String> paths = new ConcurrentHashMap<>();
    private final Map<AttemptId, Attempt> doubtful = new ConcurrentHashMap<>();
    private final LeaseTimer leases = new LeaseTimer(this::expire);
    private @Nullable BackendContext context;

    SimpleZookeeper(String uri) {
        session = new PlainSession(uri);
        session.onConnected(zk -> doubtful.forEach(this::withdraw));
    }

    /** Deletes what an attempt may have left whose outcome is unknown: it would live as long as the session. */
    private void withdraw(AttemptId id, Attempt attempt) {
        session.deleteSoon(path(attempt.name()), prefix(attempt));
    }

    /** The token of the grant, or null if another holder has the lock. */
    @Nullable
    Long acquire(Attempt attempt) throws KeeperException, InterruptedException {
        Optional<String> earlier = find(attempt);
        if (earlier.isPresent()) {
            return adopt(attempt, earlier.get());
        }
        String parent = path(attempt.name());
        Op create = Op.create(parent, EMPTY, PlainSession.OPEN, CreateMode.CONTAINER);
        Op node = Op.create(prefix(attempt), hint(attempt), PlainSession.OPEN, CreateMode.EPHEMERAL_SEQUENTIAL);
        try {
            List<OpResult> done = session.zk().multi(List.of(Op.delete(parent, -1), create, node));
            String path = ((OpResult.CreateResult) done.get(2)).getPath();
            paths.put(attempt.id(), path);
            return token(path, ((OpResult.CreateResult) done.get(1)).getStat().getCzxid());
        } catch (KeeperException.NotEmptyException e) {
            return null;
        } catch (KeeperException.NoNodeException e) {
            session.create(parent);
            return acquire(attempt);
        }
    }

    /** An earlier request of the attempt was executed; its node is ours if its session is. */
    @Nullable
    Long adopt(Attempt attempt, String path) throws KeeperException, InterruptedException {
        Stat stat = session.write(path, hint(attempt));
        paths.put(attempt.id(), path);
        return stat == null ? null : Long.valueOf(token(path, stat.getCzxid()));
    }

    boolean renew(Attempt attempt) throws KeeperException, InterruptedException {
        String path = paths.get(attempt.id());
        return path != null && session.write(path, hint(attempt)) != null;
    }

    boolean delete(Attempt attempt) throws KeeperException, InterruptedException {
        String known = paths.get(attempt.id());
        Optional<String> path = known != null ? Optional.of(known) : find(attempt);
        boolean deleted = path.isPresent() && session.delete(path.get());
        paths.remove(attempt.id());
        return deleted;
    }

    /** What the end of the lease does. */
    void expire(Attempt attempt) {
        String path = paths.get(attempt.id());
        if (path != null) {
            session.deleteSoon(path);
        }
    }

    long token(String path, long czxid) {
        return czxid << BLOCK_BITS;
    }

    String prefix(Attempt attempt) {
        return path(attempt.name()) + "/lock-" + attempt.id().text() + "-";
    }

    String path(LockName name) {
        return "/interlock/"
                + URLEncoder.encode(name.value(), StandardCharsets.UTF_8).replace(".", "%2E");
    }

    Optional<String> find(Attempt attempt) throws KeeperException, InterruptedException {
        return session.children(path(attempt.name())).stream()
                .filter(path -> path.startsWith(prefix(attempt)))
                .findFirst();
    }

    static byte[] hint(Attempt attempt) {
        String hint = attempt.holderHint();
        return hint == null ? EMPTY : hint.getBytes(StandardCharsets.US_ASCII);
    }

    final BackendContext context() {
        return Objects.requireNonNull(context, "not started");
    }

    final LockClock clock() {
        return context().clock();
    }

    /** The reading that the grant's validity counts from; taken before the request is sent. */
    final long now() {
        return clock().nanoTime();
    }

    AcquireOutcome failed(KeeperException e) {
        return new AcquireOutcome.Unknown(PlainSession.withoutPath(e));
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        long sentNanos = now();
        doubtful.remove(attempt.id());
        try {
            Long token = acquire(attempt);
            return token == null
                    ? new AcquireOutcome.Contended(Duration.ofMillis(200))
                    : granted(attempt, token, sentNanos);
        } catch (KeeperException e) {
            doubtful.put(attempt.id(), attempt);
            return failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new AcquireOutcome.Unknown(e);
        }
    }

    final AcquireOutcome granted(Attempt attempt, long token, long sentNanos) {
        leases.keepUntil(clock(), attempt, sentNanos + attempt.lease().toNanos());
        return new AcquireOutcome.Granted(Grant.of(attempt, token, sentNanos, attempt.lease()));
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        long sentNanos = now();
        leases.keepUntil(clock(), grant.attempt(), sentNanos + lease.toNanos());
        try {
            return renew(grant.attempt())
                    ? new RenewOutcome.Renewed(sentNanos, lease)
                    : new RenewOutcome.NotOwner(store() + " knows another owner or none");
        } catch (KeeperException e) {
            return new RenewOutcome.Unknown(PlainSession.withoutPath(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new RenewOutcome.Unknown(e);
        }
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        try {
            return delete(attempt) ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
        } catch (KeeperException e) {
            return new ReleaseOutcome.Unknown(PlainSession.withoutPath(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ReleaseOutcome.Unknown(e);
        }
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        try {
            Optional<String> first = session.children(path(name)).stream().findFirst();
            if (first.isEmpty()) {
                return Optional.empty();
            }
            Stat stat = new Stat();
            String hint = new String(session.zk().getData(first.get(), false, stat), StandardCharsets.US_ASCII);
            return Optional.of(new Holder(
                    token(first.get(), stat.getCzxid()),
                    Optional.empty(),
                    Optional.of(hint).filter(text -> !text.isEmpty())));
        } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
        } catch (KeeperException | InterruptedException e) {
            throw new LockUnavailableException("'" + name + "' not inspected: no answer from " + store(), null);
        }
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.of("zookeeper", Waiting.POLL, AcquireOptions.MIN_LEASE, session.timeout())
                .withDeclared(EnumSet.of(Capability.SURVIVES_RESTART, Capability.SURVIVES_CLOCK_JUMP))
                .withMaxTokens(1 << BLOCK_BITS);
    }

    @Override
    public String store() {
        return session.store();
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        session.start();
    }

    @Override
    public void close() {
        session.close();
    }
}
