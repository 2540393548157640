// SPDX-License-Identifier: Apache-2.0
/** Locks that are gone from Redis before their holders ask: deleted, flushed, or missing after a failover. */
@NullMarked
package dev.interlock.redis.loss;

import org.jspecify.annotations.NullMarked;
