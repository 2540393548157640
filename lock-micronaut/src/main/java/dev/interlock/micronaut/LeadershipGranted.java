// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.Leadership;

/**
 * The event that this instance leads an election of a {@link Leader} method. Listeners are called on the thread of the term,
 * before the method.
 *
 * @param leadership the term
 */
public record LeadershipGranted(Leadership leadership) {}
