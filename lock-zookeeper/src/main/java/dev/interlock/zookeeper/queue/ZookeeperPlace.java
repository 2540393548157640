// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

/**
 * The place of a waiter in a lock's queue: its node. Immutable.
 *
 * @param path the node's path
 * @param czxid the zxid that created it
 * @param proof the last write which showed that the session lives that the node belongs to, and so the node
 */
public record ZookeeperPlace(String path, long czxid, ZookeeperProof proof) {

    /** The same place, proven again. */
    ZookeeperPlace proven(ZookeeperProof again) {
        return new ZookeeperPlace(path, czxid, again);
    }
}
