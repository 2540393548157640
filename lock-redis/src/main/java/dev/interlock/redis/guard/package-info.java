// SPDX-License-Identifier: Apache-2.0
/** A fencing guard for what is kept in Redis: claim and effect in one script. */
@NullMarked
package dev.interlock.redis.guard;

import org.jspecify.annotations.NullMarked;
