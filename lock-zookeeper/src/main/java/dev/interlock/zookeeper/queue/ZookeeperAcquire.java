// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Share;
import dev.interlock.spi.toolbox.share.RecordedShares;
import dev.interlock.zookeeper.hold.ZookeeperGrants;
import dev.interlock.zookeeper.node.ZookeeperMark;
import dev.interlock.zookeeper.node.ZookeeperTurn;
import dev.interlock.zookeeper.session.ZookeeperAttemptNode;
import dev.interlock.zookeeper.session.ZookeeperErrors;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperSession;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;

/**
 * Acquires one lock, or a share of one that several may hold: by a single try, or by a place in its queue. The locks are
 * those of the {@link ZookeeperSessions} that it is made with. Thread-safe.
 */
public final class ZookeeperAcquire {

    private final ZookeeperSessions sessions;
    private final ZookeeperGrants grants;
    private final ZookeeperOrphans orphans;
    private final ZookeeperErrors errors;
    private final Duration fallback;

    /** Acquires locks; a contended outcome recommends the next look after {@code fallback}. */
    public ZookeeperAcquire(
            ZookeeperSessions sessions,
            ZookeeperGrants grants,
            ZookeeperOrphans orphans,
            ZookeeperErrors errors,
            Duration fallback) {
        this.sessions = sessions;
        this.grants = grants;
        this.orphans = orphans;
        this.errors = errors;
        this.fallback = fallback;
    }

    /** A step of an acquisition in a session. */
    @FunctionalInterface
    interface Step {
        AcquireOutcome run(ZookeeperSession session) throws KeeperException;
    }

    public AcquireOutcome tryAcquire(Attempt attempt) {
        return tryBy(attempt, session -> new ZookeeperTryAcquire(session, grants, fallback).run());
    }

    /** Tries to take a share. */
    public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
        ZookeeperMark mark = ZookeeperMark.of(share);
        return tryBy(attempt, session -> new ZookeeperTryShare(this, session, mark, fallback).run());
    }

    private AcquireOutcome tryBy(Attempt attempt, Step step) {
        return step(attempt, session -> {
            try {
                return step.run(session);
            } catch (KeeperException e) {
                if (ZookeeperErrors.isUnknown(e)) {
                    orphans.delete(attempt.id(), session.unknownNode());
                }
                throw e;
            }
        });
    }

    public Contest contest(Attempt attempt) {
        return new ZookeeperContest(this, attempt, ZookeeperMark.of(attempt), fallback);
    }

    /** A waiter for a share. */
    public Contest contest(Attempt attempt, Share share) {
        return new ZookeeperContest(this, attempt, ZookeeperMark.of(share), fallback);
    }

    /** One bounded step of an acquisition. */
    AcquireOutcome step(Attempt attempt, Step step) {
        String failed = "'" + attempt.name() + "' not acquired";
        ZookeeperSession session;
        try {
            session = sessions.current(attempt, failed);
        } catch (LockUnavailableException e) {
            return new Refused(e, true);
        }
        // This step takes care of any node that an earlier one may have left.
        orphans.forget(attempt.id());
        if (!grants.keep(session)) {
            return session.contended(fallback);
        }
        try {
            return step.run(session);
        } catch (KeeperException e) {
            return errors.acquire(failed, e);
        }
    }

    /** The refusal of an attempt with another limit than that in force. */
    AcquireOutcome refused(Attempt attempt, ZookeeperTurn turn, ZookeeperMark mark) {
        int known = turn.otherLimit().orElseThrow();
        return new Refused(
                RecordedShares.otherLimit(attempt.name(), known, mark.share().limit()), false);
    }

    /** The grant of a place whose turn it is. */
    AcquireOutcome grant(ZookeeperSession session, ZookeeperPlace place) {
        return grants.grant(session, place.path(), place.czxid(), place.proof().sentNanos());
    }

    /** Deletes the node of an attempt that ended without a grant; does not wait. */
    void leave(Attempt attempt, ZookeeperAttemptNode node) {
        orphans.delete(attempt.id(), node);
    }
}
