// SPDX-License-Identifier: Apache-2.0
/** Where the servers are, and how locks are kept in them. */
@NullMarked
package dev.interlock.redis.options;

import org.jspecify.annotations.NullMarked;
