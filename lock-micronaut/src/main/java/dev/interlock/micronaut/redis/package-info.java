// SPDX-License-Identifier: Apache-2.0
/** Locks in Redis: properties, and the use of the application's own client. */
@NullMarked
package dev.interlock.micronaut.redis;

import org.jspecify.annotations.NullMarked;
