// SPDX-License-Identifier: Apache-2.0
/** A lock over several independent servers: one try asks all of them, and a majority decides. */
@NullMarked
package dev.interlock.redis.redlock;

import org.jspecify.annotations.NullMarked;
