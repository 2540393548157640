// SPDX-License-Identifier: Apache-2.0
/** Elections on ZooKeeper where Curator's recipes had two leaders or none. */
@NullMarked
package dev.interlock.zookeeper.election;

import org.jspecify.annotations.NullMarked;
