// SPDX-License-Identifier: Apache-2.0
/**
 * Fencing: how a resource refuses holders whose time is over. A guard records a
 * {@link dev.interlock.guard.FencingClaim} before the first read, and refuses older ones from then on.
 * {@link dev.interlock.guard.FencingGuard} guards what lives in one JVM; {@code lock-jdbc} and {@code lock-redis} have
 * guards for what lives in their stores. Start at {@code docs/fencing.md}.
 */
@NullMarked
package dev.interlock.guard;

import org.jspecify.annotations.NullMarked;
