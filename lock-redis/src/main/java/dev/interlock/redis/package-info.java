// SPDX-License-Identifier: Apache-2.0
/** The Redis backend. */
@NullMarked
package dev.interlock.redis;

import org.jspecify.annotations.NullMarked;
