// SPDX-License-Identifier: Apache-2.0
/** The ZooKeeper backend. */
@NullMarked
package dev.interlock.zookeeper;

import org.jspecify.annotations.NullMarked;
