// SPDX-License-Identifier: Apache-2.0
/** Locks in ZooKeeper: properties, and the use of the application's own client. */
@NullMarked
package dev.interlock.micronaut.zookeeper;

import org.jspecify.annotations.NullMarked;
