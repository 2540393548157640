// SPDX-License-Identifier: Apache-2.0
/** Locks in Redis: its properties, and a client that the application has already. */
@NullMarked
package dev.interlock.micronaut.redis;

import org.jspecify.annotations.NullMarked;
