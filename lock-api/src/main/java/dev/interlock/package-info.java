// SPDX-License-Identifier: Apache-2.0
/**
 * Distributed locks. Start at {@link dev.interlock.LockClient}, then {@link dev.interlock.DistributedLock}. Options are
 * in {@link dev.interlock.AcquireOptions} (one acquisition) and {@link dev.interlock.ClientOptions} (defaults, close).
 * A resource refuses late writes with a guard ({@link dev.interlock.guard}). Tests use {@link dev.interlock.memory}.
 *
 * <p>The caller's monotonic clock measures all durations, unless the text says "server" or "store". References are
 * non-null unless they are marked {@code @Nullable}. The numbered rules ({@code ACQ-1}, ...) are in
 * {@code docs/contract.md}.
 */
@NullMarked
package dev.interlock;

import org.jspecify.annotations.NullMarked;
