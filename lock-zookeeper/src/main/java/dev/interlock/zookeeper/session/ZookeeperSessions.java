// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import dev.interlock.LockClock;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import java.time.Duration;

/**
 * Gives each step the session that the client has at that moment, as a {@link ZookeeperSession}; opens none.
 * Thread-safe.
 *
 * @param connection the client
 * @param paths where locks are
 * @param clock the client's clock
 * @param timeout the longest time that a step takes, with the wait for a connection
 */
public record ZookeeperSessions(
        ZookeeperConnection connection, ZookeeperPaths paths, LockClock clock, Duration timeout) {

    /**
     * The session for a step of an attempt that begins now; waits for a connection as long as the step may take.
     *
     * @param failed what failed if there is none
     * @throws LockUnavailableException if there is none; nothing was sent
     */
    public ZookeeperSession current(Attempt attempt, String failed) {
        long endNanos = clock.nanoTime() + timeout.toNanos();
        ZookeeperRequests requests = new ZookeeperRequests(connection.connected(failed, timeout), connection.acl());
        return new ZookeeperSession(requests, paths, attempt, clock, endNanos);
    }
}
