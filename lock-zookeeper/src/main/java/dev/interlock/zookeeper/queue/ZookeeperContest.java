// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.zookeeper.node.ZookeeperMark;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.node.ZookeeperTurn;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * A waiter for a lock in ZooKeeper: a node in the lock's queue, and a watch on the node before it, so that the end of a
 * node wakes one waiter. Where several may hold the lock, it watches those nodes before it that {@link ZookeeperTurn}
 * names.
 *
 * <p>The reply to the transaction that creates the node says whether the node is alone; if it is, that is the grant.
 * Otherwise the contest lists the queue to find its predecessor. If the predecessor was the first of the queue, its end
 * is the grant; otherwise the contest lists the queue again.
 *
 * <p>Lists and events come from one server, which may be cut off. It can show nodes that are gone and hold back the end of
 * others, which is harmless, but it cannot know that our own session ended. So a grant's validity counts from before a
 * write that the quorum executed for this session, see {@link ZookeeperProof}: the creation, if that is recent, else a
 * transaction that only checks that our node exists.
 */
final class ZookeeperContest implements Contest {

    /** In each round but the last the waiter before ours left between the look and the watch. */
    private static final int ROUNDS = 100;

    private final ZookeeperAcquire acquire;
    private final Attempt attempt;
    private final ZookeeperMark mark;
    private final Duration fallback;
    private final ZookeeperBlockers before = new ZookeeperBlockers();
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private @Nullable ZookeeperSession lastSession;
    private @Nullable ZookeeperPlace place;
    private boolean replyLost;
    private boolean granted;

    ZookeeperContest(ZookeeperAcquire acquire, Attempt attempt, ZookeeperMark mark, Duration fallback) {
        this.acquire = acquire;
        this.attempt = attempt;
        this.mark = mark;
        this.fallback = fallback;
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look: an event from now on must lead to another look.
        signal = new CompletableFuture<>();
        AcquireOutcome outcome = acquire.step(attempt, this::attemptIn);
        granted |= outcome instanceof Granted;
        replyLost |= outcome instanceof Unknown && place == null;
        return outcome;
    }

    private AcquireOutcome attemptIn(ZookeeperSession session) throws KeeperException {
        if (lastSession == null
                || lastSession.requests().zk() != session.requests().zk()) {
            if (lastSession != null) {
                // Given up here, the former session may live on at the servers, and our node there would be before us.
                session.deleteAll();
            }
            place = null;
            before.forget();
            replyLost = false;
            lastSession = session;
        }
        for (int round = 0; round < ROUNDS; round++) {
            AcquireOutcome outcome = place == null ? enter(session) : look(session, place);
            if (outcome != null) {
                return outcome;
            }
        }
        throw KeeperException.create(Code.NONODE);
    }

    /** Takes a place in the queue. Returns the grant if the queue was empty, or null if the queue must be listed. */
    private @Nullable AcquireOutcome enter(ZookeeperSession session) throws KeeperException {
        if (replyLost) {
            Optional<String> found = session.find();
            place = found.isPresent() ? adopted(session, found.get()) : null;
            replyLost = false;
            return null;
        }
        ZookeeperEntry entry = ZookeeperEntry.into(session, mark, ZookeeperEntry.ANY_VERSION);
        if (entry == null) {
            session.createParent();
            return null;
        }
        place = entry.place();
        return entry.isAlone() ? acquire.grant(session, entry.place()) : null;
    }

    /** The node that a request left whose reply was lost; null if it is not of this session. */
    private static @Nullable ZookeeperPlace adopted(ZookeeperSession session, String path) throws KeeperException {
        ZookeeperProof proof = ZookeeperProof.sentNow(session.clock());
        try {
            return new ZookeeperPlace(path, session.prove(path).getCzxid(), proof);
        } catch (KeeperException.NoNodeException e) {
            return null;
        }
    }

    /** The grant if it is our node's turn, contended if it is not, null if the queue changed meanwhile. */
    private @Nullable AcquireOutcome look(ZookeeperSession session, ZookeeperPlace mine) throws KeeperException {
        if (before.haveLeft()) {
            return provenGrant(session, mine);
        }
        ZookeeperQueue queue;
        try {
            queue = session.queue(session.look());
        } catch (KeeperException.NoNodeException e) {
            return lost(session);
        }
        int index = queue.indexOf(mine.path());
        if (index < 0) {
            return lost(session);
        }
        ZookeeperTurn turn = ZookeeperTurn.of(queue, index, mark.share());
        if (turn.hasCome()) {
            return provenGrant(session, mine);
        }
        if (turn.otherLimit().isPresent()) {
            return acquire.refused(attempt, turn, mark);
        }
        before.seen(turn, session.requests(), () -> signal.complete(null));
        return before.areWatched(session) ? session.contended(fallback) : null;
    }

    /** The grant of a place whose turn it is, proven now if it was not of late; null if the node turns out to be gone. */
    private @Nullable AcquireOutcome provenGrant(ZookeeperSession session, ZookeeperPlace first)
            throws KeeperException {
        ZookeeperPlace proven = first;
        if (!first.proof().sufficesFor(session.lease(), session.clock())) {
            ZookeeperProof proof = ZookeeperProof.sentNow(session.clock());
            Code code = session.check(first.path());
            if (code == Code.NONODE) {
                return lost(session);
            }
            if (code != Code.OK) {
                throw KeeperException.create(code);
            }
            proven = first.proven(proof);
            place = proven;
        }
        return acquire.grant(session, proven);
    }

    /** Another client deleted our node: the contest enters the queue again. */
    private @Nullable AcquireOutcome lost(ZookeeperSession session) {
        before.clear(session.requests());
        place = null;
        return null;
    }

    @Override
    public CompletionStage<?> signal() {
        return signal;
    }

    @Override
    public boolean signalled() {
        return place != null;
    }

    @Override
    public void close() {
        ZookeeperSession session = lastSession;
        if (session == null) {
            return;
        }
        // After a grant too: permits may have been watched whose holders keep them for long.
        before.clear(session.requests());
        ZookeeperPlace mine = place;
        if (mine != null && !granted) {
            acquire.leave(attempt, session.node(mine.path()));
        } else if (replyLost && !granted) {
            acquire.leave(attempt, session.unknownNode());
        }
    }
}
