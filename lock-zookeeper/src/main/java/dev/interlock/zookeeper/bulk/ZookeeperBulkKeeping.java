// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.bulk;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.zookeeper.hold.ZookeeperHold;
import dev.interlock.zookeeper.hold.ZookeeperHolds;
import dev.interlock.zookeeper.hold.ZookeeperRenewal;
import dev.interlock.zookeeper.node.ZookeeperValue;
import dev.interlock.zookeeper.session.ZookeeperAttemptNode;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperSession;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Renews and frees many locks: the requests go out one behind the other on the one connection, so all of them take as
 * long as one and the time that the servers need. Thread-safe.
 */
public final class ZookeeperBulkKeeping {

    private final ZookeeperSessions sessions;
    private final ZookeeperHolds holds;
    private final ZookeeperOrphans orphans;
    private final ZookeeperRenewal renewal;

    public ZookeeperBulkKeeping(
            ZookeeperSessions sessions, ZookeeperHolds holds, ZookeeperOrphans orphans, ZookeeperRenewal renewal) {
        this.sessions = sessions;
        this.holds = holds;
        this.orphans = orphans;
        this.renewal = renewal;
    }

    /** A renewal under way: how it ended before the servers were asked, or what they say of its node. */
    private record Asked(Attempt attempt, @Nullable RenewOutcome over, CompletableFuture<Stat> node) {}

    /**
     * One write proves the session to the quorum, and a look at each node behind it proves that node: a server answers
     * a session's requests in their order, so its reads show what was true when that write was committed, or later
     * (https://zookeeper.apache.org/doc/r3.9.5/zookeeperInternals.html).
     */
    List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        ZookeeperSession session;
        try {
            session = sessions.current(grants.get(0).attempt(), failed(grants.size(), "renewed"));
        } catch (LockUnavailableException e) {
            return grants.stream().map(grant -> unasked(grant.attempt(), e)).toList();
        }
        long sentNanos = session.clock().nanoTime();
        CompletableFuture<Stat> proof = CompletableFuture.completedFuture(new Stat());
        boolean proving = false;
        List<Asked> all = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            Attempt attempt = grant.attempt();
            ZookeeperHold hold = holds.of(attempt.id());
            RenewOutcome over = hold == null ? renewal.gone(attempt) : renewal.extend(hold, session, sentNanos, lease);
            if (hold == null || over != null) {
                all.add(new Asked(attempt, over, proof));
                continue;
            }
            if (!proving) {
                proof = session.requests().write(hold.path(), ZookeeperValue.of(attempt));
                proving = true;
            }
            all.add(new Asked(attempt, null, session.requests().stat(hold.path())));
        }
        KeeperException unproven = failure(session, proof);
        return all.stream()
                .map(asked -> outcome(session, asked, unproven, renewal.confirmed(session, sentNanos, lease)))
                .toList();
    }

    private RenewOutcome unasked(Attempt attempt, LockUnavailableException why) {
        return holds.of(attempt.id()) == null ? renewal.gone(attempt) : new RenewOutcome.Unknown(why);
    }

    private RenewOutcome outcome(
            ZookeeperSession session, Asked asked, @Nullable KeeperException unproven, RenewOutcome confirmed) {
        if (asked.over != null) {
            return asked.over;
        }
        try {
            Stat stat = session.await(asked.node);
            if (stat.getEphemeralOwner() != session.requests().zk().getSessionId()) {
                throw KeeperException.create(Code.NONODE);
            }
        } catch (KeeperException e) {
            return renewal.failed(asked.attempt, e);
        }
        if (unproven == null) {
            return confirmed;
        }
        // That the node of one is gone says nothing of the others, but nothing is proven either.
        return unproven.code() == Code.NONODE
                ? new RenewOutcome.Unknown(unproven)
                : renewal.failed(asked.attempt, unproven);
    }

    private static @Nullable KeeperException failure(ZookeeperSession session, CompletableFuture<Stat> proof) {
        try {
            session.await(proof);
            return null;
        } catch (KeeperException e) {
            return e;
        }
    }

    /** A hold that was ended here: the node that it has or may have left, if anything is known of that. */
    private record Ended(Attempt attempt, @Nullable ZookeeperAttemptNode node) {}

    /** A release under way: the node in the session that is asked, and whether there was one to delete. */
    private record Deletion(AttemptId id, ZookeeperAttemptNode node, CompletableFuture<Boolean> existed) {}

    List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        List<Ended> ended = attempts.stream().map(this::ended).toList();
        ZookeeperSession session;
        try {
            session = sessions.current(attempts.get(0), failed(attempts.size(), "released"));
        } catch (LockUnavailableException e) {
            ended.forEach(each -> {
                if (each.node != null) {
                    orphans.delete(each.attempt.id(), each.node);
                }
            });
            return Collections.nCopies(attempts.size(), new ReleaseOutcome.Unknown(e));
        }
        // All of them are sent before the first answer is waited for.
        List<Deletion> deletions = ended.stream()
                .map(each -> deletion(session.of(each.attempt), each.node))
                .toList();
        return deletions.stream().map(deletion -> outcome(session, deletion)).toList();
    }

    private Ended ended(Attempt attempt) {
        ZookeeperHold hold = holds.end(attempt.id());
        ZookeeperAttemptNode known = orphans.forget(attempt.id());
        return new Ended(attempt, hold != null ? hold.node() : known);
    }

    private static Deletion deletion(ZookeeperSession session, @Nullable ZookeeperAttemptNode left) {
        boolean here =
                left != null && left.requests().zk() == session.requests().zk();
        ZookeeperAttemptNode node = left != null && here ? left : session.unknownNode();
        String path = node.path();
        return new Deletion(
                session.attempt().id(), node, path != null ? session.requests().delete(path) : session.search());
    }

    private ReleaseOutcome outcome(ZookeeperSession session, Deletion deletion) {
        try {
            return session.await(deletion.existed) ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
        } catch (KeeperException e) {
            orphans.delete(deletion.id, deletion.node);
            return new ReleaseOutcome.Unknown(e);
        }
    }

    private static String failed(int count, String what) {
        return count + " locks not " + what;
    }
}
