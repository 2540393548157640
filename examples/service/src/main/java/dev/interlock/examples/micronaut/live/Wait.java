// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut.live;

import org.jspecify.annotations.Nullable;

/**
 * A period in which requests of this instance waited for a lock; times are milliseconds since 1970 by its clock.
 *
 * @param lock its name
 * @param from when the first one began
 * @param to when the last one ended, null while it lasts
 */
record Wait(String lock, long from, @Nullable Long to) {}
