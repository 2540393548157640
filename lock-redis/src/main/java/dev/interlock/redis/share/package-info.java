// SPDX-License-Identifier: Apache-2.0
/** Locks that several may hold, as records in Redis. */
@NullMarked
package dev.interlock.redis.share;

import org.jspecify.annotations.NullMarked;
