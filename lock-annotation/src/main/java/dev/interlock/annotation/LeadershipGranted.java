// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation;

import dev.interlock.Leadership;

/**
 * The event that this instance leads the election of a {@code @Leader} method. Listeners are called on the thread of the
 * term, before the method. Immutable.
 *
 * @param leadership the term
 */
public record LeadershipGranted(Leadership leadership) {}
