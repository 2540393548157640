// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Grant;
import dev.interlock.zookeeper.ZookeeperHolds.Hold;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Turns a look that shows our node as the first into a grant, if the session is still the one that the node belongs to: a
 * client that reconnected with another session has lost what the old one had. Thread-safe.
 */
final class ZookeeperGrants {

    private final ZookeeperConnection connection;
    private final ZookeeperHolds holds;
    private final ZookeeperOrphans orphans;
    private final ZookeeperErrors errors;

    ZookeeperGrants(
            ZookeeperConnection connection, ZookeeperHolds holds, ZookeeperOrphans orphans, ZookeeperErrors errors) {
        this.connection = connection;
        this.holds = holds;
        this.orphans = orphans;
        this.errors = errors;
    }

    /**
     * The grant of a node that is the first in its queue.
     *
     * @param czxid the zxid that created the node
     * @param sentNanos before the request was sent that last proved the session to the quorum
     */
    AcquireOutcome grant(ZookeeperLooks looks, String path, long czxid, long sentNanos) {
        String failed = "'" + looks.attempt().name() + "' not acquired";
        if (!ZookeeperTokens.fits(czxid)) {
            orphans.delete(looks.attempt().id(), looks.orphan(path));
            return new Refused(errors.outOfTokens(failed, czxid), false);
        }
        Duration session = Duration.ofMillis(looks.requests().zk().getSessionTimeout());
        Duration asked = looks.attempt().lease();
        Duration lease = asked.compareTo(session) > 0 ? session : asked;
        orphans.forget(looks.attempt().id());
        holds.begin(looks.attempt(), looks.orphan(path), sentNanos + lease.toNanos());
        // After the hold is known: a session that ends from now on ends it, too.
        if (!connection.isCurrent(looks.requests().zk())) {
            Hold unused = holds.end(looks.attempt().id());
            return new Refused(errors.unavailable(failed, KeeperException.create(Code.SESSIONEXPIRED)), true);
        }
        return new Granted(new Grant(looks.attempt(), ZookeeperTokens.first(czxid), sentNanos, lease));
    }
}
