// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation;

import dev.interlock.Leadership;

/**
 * The event that a {@code @Leader} method has ended. Listeners are called on the thread of the term, before the lock is
 * released. Immutable.
 *
 * @param leadership the term; {@link Leadership#end} is empty if the method ended by itself
 */
public record LeadershipEnded(Leadership leadership) {}
