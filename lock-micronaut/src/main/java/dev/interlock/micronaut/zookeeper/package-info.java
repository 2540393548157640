// SPDX-License-Identifier: Apache-2.0
/** Locks in ZooKeeper: its properties, and a client that the application has already. */
@NullMarked
package dev.interlock.micronaut.zookeeper;

import org.jspecify.annotations.NullMarked;
