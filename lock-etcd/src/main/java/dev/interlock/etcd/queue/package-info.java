// SPDX-License-Identifier: Apache-2.0
/** A waiter, with a place in the queue of its lock and a watch on the key before it. */
@NullMarked
package dev.interlock.etcd.queue;

import org.jspecify.annotations.NullMarked;
