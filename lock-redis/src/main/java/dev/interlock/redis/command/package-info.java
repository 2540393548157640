// SPDX-License-Identifier: Apache-2.0
/** The steps of a lock: one script for each, whose reply becomes an outcome. */
@NullMarked
package dev.interlock.redis.command;

import org.jspecify.annotations.NullMarked;
