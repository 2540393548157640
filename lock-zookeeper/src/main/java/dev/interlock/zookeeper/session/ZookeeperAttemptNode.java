// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import org.jspecify.annotations.Nullable;

/**
 * The node that an attempt has or may have left. Immutable.
 *
 * @param requests the session to ask
 * @param parent the lock's node, below which it is
 * @param path its path; null if the reply that contained it was lost, so that it must be found by the attempt's id
 */
public record ZookeeperAttemptNode(
        ZookeeperRequests requests, String parent, @Nullable String path) {

    /** The same node, seen from another session: it is deleted from there as well. */
    ZookeeperAttemptNode in(ZookeeperRequests session) {
        return new ZookeeperAttemptNode(session, parent, path);
    }
}
