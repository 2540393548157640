// SPDX-License-Identifier: Apache-2.0
/** Waiters: in the queue of their lock, or on the channel of its releases; the subscription that all of them share. */
@NullMarked
package dev.interlock.redis.waiting;

import org.jspecify.annotations.NullMarked;
