// SPDX-License-Identifier: Apache-2.0
/**
 * The options of the ZooKeeper backend. Users need {@link dev.interlock.zookeeper.options.ZookeeperLockOptions} only.
 */
@NullMarked
package dev.interlock.zookeeper.options;

import org.jspecify.annotations.NullMarked;
