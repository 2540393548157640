// SPDX-License-Identifier: Apache-2.0
/**
 * Acquiring one lock: by a try that never waits, or by a place in the lock's queue; and the inspection of its holder.
 */
@NullMarked
package dev.interlock.zookeeper.queue;

import org.jspecify.annotations.NullMarked;
