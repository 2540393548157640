// SPDX-License-Identifier: Apache-2.0
/** ZooKeeper under test, alone and as an ensemble: the floor and the peer of its measurements, its counters, and the herd. */
@NullMarked
package dev.interlock.report.zookeeper;

import org.jspecify.annotations.NullMarked;
