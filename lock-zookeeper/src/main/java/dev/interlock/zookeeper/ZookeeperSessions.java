// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockClock;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import java.time.Duration;

/**
 * Gives each step the session that the client has at that moment, as a {@link ZookeeperSession}; opens none.
 * Thread-safe.
 *
 * @param connection the client
 * @param paths where locks are
 * @param clock the client's clock
 * @param timeout the longest wait for one answer
 */
record ZookeeperSessions(ZookeeperConnection connection, ZookeeperPaths paths, LockClock clock, Duration timeout) {

    /**
     * The session for a step of an attempt; waits for a connection as long as the options say.
     *
     * @param failed what failed if there is none
     * @throws LockUnavailableException if there is none; nothing was sent
     */
    ZookeeperSession current(Attempt attempt, String failed) {
        ZookeeperRequests requests = new ZookeeperRequests(connection.connected(failed), connection.acl());
        return new ZookeeperSession(requests, paths, attempt, clock, timeout);
    }
}
