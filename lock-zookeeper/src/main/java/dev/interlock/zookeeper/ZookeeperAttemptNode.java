// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import org.jspecify.annotations.Nullable;

/**
 * The node that an attempt has or may have left. Immutable.
 *
 * @param requests the session it belongs to
 * @param parent the lock's node, below which it is
 * @param path its path; null if the reply that told it was lost, so that it must be searched by the attempt's id
 */
record ZookeeperAttemptNode(
        ZookeeperRequests requests, String parent, @Nullable String path) {}
