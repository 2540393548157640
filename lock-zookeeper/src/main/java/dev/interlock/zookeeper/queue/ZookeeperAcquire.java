// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.zookeeper.hold.ZookeeperGrants;
import dev.interlock.zookeeper.session.ZookeeperAttemptNode;
import dev.interlock.zookeeper.session.ZookeeperErrors;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperSession;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;

/** Acquires one lock: by a single try, or by a place in its queue. Thread-safe. */
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
        return step(attempt, session -> {
            try {
                return new ZookeeperTryAcquire(session, grants, fallback).run();
            } catch (KeeperException e) {
                if (ZookeeperErrors.isUnknown(e)) {
                    orphans.delete(attempt.id(), session.unknownNode());
                }
                throw e;
            }
        });
    }

    public Contest contest(Attempt attempt) {
        return new ZookeeperContest(this, attempt, fallback);
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
        try {
            return step.run(session);
        } catch (KeeperException e) {
            return errors.acquire(failed, e);
        }
    }

    /** The grant of a place that is the first in its queue. */
    AcquireOutcome grant(ZookeeperSession session, ZookeeperPlace first) {
        return grants.grant(session, first.path(), first.czxid(), first.proof().sentNanos());
    }

    /** Deletes the node of an attempt that ended without a grant; does not wait. */
    void leave(Attempt attempt, ZookeeperAttemptNode node) {
        orphans.delete(attempt.id(), node);
    }
}
