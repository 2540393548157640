// SPDX-License-Identifier: Apache-2.0
/**
 * Fencing: the resource refuses holders whose hold is over. A guard records a {@link dev.interlock.guard.FencingClaim}
 * before the first read, and refuses older claims from then on. Readers of a lock for readers and writers
 * present a {@link dev.interlock.guard.ReadingClaim}. {@link dev.interlock.guard.FencingGuard} guards
 * resources in one JVM. {@code lock-jdbc} has {@code SqlFencingGuard} for tables, and {@code lock-redis} has
 * {@code RedisFencingGuard} for keys; the locks themselves may be in any store. Start at
 * {@link dev.interlock.guard.FencingGuard}, which has an example, or at {@code docs/fencing.md}.
 */
@NullMarked
package dev.interlock.guard;

import org.jspecify.annotations.NullMarked;
