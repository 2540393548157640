// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.start;

import dev.interlock.Capability;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.GivenWarnings;
import dev.interlock.zookeeper.node.ZookeeperMark;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.queue.ZookeeperEntry;
import dev.interlock.zookeeper.session.ZookeeperAccess;
import dev.interlock.zookeeper.session.ZookeeperErrors;
import dev.interlock.zookeeper.session.ZookeeperRequests;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries at the start everything that is needed later, so that a missing right or an old server shows then and not
 * at the first release.
 */
public final class ZookeeperProbe {

    private static final Logger LOG = LoggerFactory.getLogger(ZookeeperProbe.class);
    private static final byte[] EMPTY = new byte[0];

    private final ZookeeperSession session;
    private final ZookeeperLockOptions options;
    private final ZookeeperErrors errors;
    private final String parent;

    /** A probe that is over by that time. */
    public ZookeeperProbe(
            ZookeeperRequests requests,
            ZookeeperPaths paths,
            LockClock clock,
            long endNanos,
            ZookeeperLockOptions options,
            ZookeeperErrors errors) {
        this.options = options;
        this.errors = errors;
        AttemptId id = AttemptId.random();
        // No other client has this parent, so several can start at once; the servers remove what is left of it.
        parent = paths.reserved("probe-" + Long.toHexString(id.low()));
        Attempt attempt = Attempt.of(new LockName("probe"), id, Duration.ofSeconds(1), 1, null);
        session = new ZookeeperSession(requests, paths, parent, attempt, clock, endNanos);
    }

    private interface Request<T> {
        T run() throws KeeperException;
    }

    /** What the servers can do, as they are set up. */
    public Set<Capability> run() {
        step("locks cannot be kept", () -> {
            session.createBase();
            return true;
        });
        step("locks cannot be acquired", this::createParent);
        String node = step("locks cannot be acquired", this::enter);
        Stat renewed = step("locks cannot be renewed", () -> session.prove(node));
        List<String> seen = step(
                "locks cannot be inspected",
                () -> session.await(session.requests().children(parent, null)));
        step("locks cannot be released", () -> {
            if (!session.await(session.requests().delete(node))) {
                throw KeeperException.create(KeeperException.Code.NONODE);
            }
            return true;
        });
        // The servers remove an empty container by themselves too, at times that they choose; either is well.
        boolean removedByUs = step(
                "locks cannot be tried", () -> session.await(session.requests().delete(parent)));
        LOG.debug(
                "{}: node {} renewed at zxid {}, {} seen, parent removed by {}",
                errors.store(),
                node,
                renewed.getMzxid(),
                seen.size(),
                removedByUs ? "us" : "the servers");
        warn();
        Set<Capability> declared = EnumSet.of(
                Capability.NOTIFIES_WAITERS,
                Capability.FIFO_BETWEEN_CLIENTS,
                Capability.SURVIVES_RESTART,
                Capability.SURVIVES_CLOCK_JUMP,
                Capability.GRANTS_ALL_AT_ONCE,
                Capability.RECALLS,
                Capability.REPORTS_LOSS,
                Capability.SHARES);
        if (ZookeeperMembers.takeOver(session)) {
            declared.add(Capability.SURVIVES_FAIL_OVER);
        }
        return declared;
    }

    private ZookeeperRequests.Node createParent() throws KeeperException {
        try {
            return session.await(session.requests().create(parent, EMPTY, CreateMode.CONTAINER));
        } catch (KeeperException.NoNodeException e) {
            // The base was not created before either, so what is missing is above all paths of this client.
            throw errors.chrootMissing("locks cannot be kept", e);
        }
    }

    private String enter() throws KeeperException {
        ZookeeperEntry entry =
                ZookeeperEntry.into(session, ZookeeperMark.of(session.attempt()), ZookeeperEntry.ANY_VERSION);
        if (entry == null) {
            throw KeeperException.create(KeeperException.Code.NONODE);
        }
        return entry.place().path();
    }

    private <T> T step(String failed, Request<T> request) {
        try {
            return request.run();
        } catch (KeeperException e) {
            throw errors.unavailable(failed, e);
        }
    }

    private void warn() {
        Duration negotiated = Duration.ofMillis(session.requests().zk().getSessionTimeout());
        Duration asked = options.server().sessionTimeout();
        String difference = "the servers grant sessions of " + negotiated + " instead of " + asked;
        if (negotiated.compareTo(asked) < 0) {
            warnOnce(difference + ", so no lease is longer; raise maxSessionTimeout");
        } else if (negotiated.compareTo(asked) > 0) {
            warnOnce(difference + ", so a crashed holder blocks longer; lower tickTime or minSessionTimeout");
        }
        if (ZookeeperAccess.isOpen(session.requests().acl())) {
            warnOnce("everybody who reaches the servers may take and break these locks; set user and password");
        }
    }

    private void warnOnce(String warning) {
        if (GivenWarnings.isFirst(errors.store(), warning)) {
            LOG.warn("{}: {}", errors.store(), warning);
        }
    }
}
