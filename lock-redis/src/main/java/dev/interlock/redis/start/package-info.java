// SPDX-License-Identifier: Apache-2.0
/** What the server can do, and what the user may do, tried before the first lock. */
@NullMarked
package dev.interlock.redis.start;

import org.jspecify.annotations.NullMarked;
