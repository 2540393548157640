// SPDX-License-Identifier: Apache-2.0
/** ZooKeeper under test, alone and as an ensemble: the contenders there, its counters, and the herd effect. */
@NullMarked
package dev.interlock.report.zookeeper;

import org.jspecify.annotations.NullMarked;
