// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.bulk;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireAllOutcome.Contended;
import dev.interlock.spi.AcquireAllOutcome.Refused;
import dev.interlock.spi.AcquireAllOutcome.Unknown;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.zookeeper.hold.ZookeeperGrants;
import dev.interlock.zookeeper.session.ZookeeperConnection;
import dev.interlock.zookeeper.session.ZookeeperErrors;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperSession;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.KeeperException;

/**
 * The steps for many locks in ZooKeeper: one transaction acquires them, and renewals and releases go out one behind the
 * other without waiting for answers. Thread-safe.
 */
public final class ZookeeperBulkSteps implements BulkSteps {

    private final ZookeeperSessions sessions;
    private final ZookeeperGrants grants;
    private final ZookeeperOrphans orphans;
    private final ZookeeperErrors errors;
    private final Duration fallback;
    private final ZookeeperBulkKeeping keeping;

    public ZookeeperBulkSteps(
            ZookeeperSessions sessions,
            ZookeeperGrants grants,
            ZookeeperOrphans orphans,
            ZookeeperErrors errors,
            Duration fallback,
            ZookeeperBulkKeeping keeping) {
        this.sessions = sessions;
        this.grants = grants;
        this.orphans = orphans;
        this.errors = errors;
        this.fallback = fallback;
        this.keeping = keeping;
    }

    /** A request that is too large costs the connection, and with it perhaps the session with all its locks. */
    @Override
    public boolean canAcquireAll(List<LockName> names) {
        ZookeeperConnection connection = sessions.connection();
        return ZookeeperRequestSize.fits(connection.chroot(), sessions.paths(), connection.acl(), names);
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        String failed = failed(attempts);
        List<ZookeeperSession> all;
        try {
            ZookeeperSession first = sessions.current(attempts.get(0), failed);
            all = attempts.stream().map(first::of).toList();
        } catch (LockUnavailableException e) {
            return new Refused(e, true);
        }
        // This step takes care of what an earlier one may have left.
        attempts.forEach(attempt -> orphans.forget(attempt.id()));
        for (ZookeeperSession session : all) {
            if (!grants.keep(session)) {
                return new Contended(session.attempt().name(), fallback);
            }
        }
        try {
            return new ZookeeperTryAcquireAll(all, grants, fallback).run();
        } catch (KeeperException e) {
            if (ZookeeperErrors.isUnknown(e)) {
                all.forEach(session -> orphans.delete(session.attempt().id(), session.unknownNode()));
            }
            return errors.acquire(failed, e) instanceof AcquireOutcome.Refused refused
                    ? new Refused(refused.cause(), refused.retryable())
                    : new Unknown(e);
        }
    }

    private static String failed(List<Attempt> attempts) {
        String first = "'" + attempts.get(0).name() + "'";
        return first + (attempts.size() == 1 ? "" : " and " + (attempts.size() - 1) + " more") + " not acquired";
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        return keeping.renewAll(grants, lease);
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        return keeping.releaseAll(attempts);
    }
}
