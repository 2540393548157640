// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of fencing guards: a resource with and without a guard, two holders of a real lock that both believe they hold
 * it, and orders of their steps that corrupt the resource unless the guard is right. Start at
 * {@link dev.interlock.tck.guard.GuardTck}.
 */
@NullMarked
package dev.interlock.tck.guard;

import org.jspecify.annotations.NullMarked;
