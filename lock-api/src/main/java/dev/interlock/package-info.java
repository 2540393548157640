// SPDX-License-Identifier: Apache-2.0
/**
 * Distributed locks. Start at {@link dev.interlock.LockClient#connect(String)}.
 *
 * <p>Durations are measured by the caller's monotonic clock unless the text says "server". References are non-null
 * unless they are marked {@code @Nullable}. The numbered rules ({@code ACQ-1}, ...) are in {@code docs/contract.md}.
 */
@NullMarked
package dev.interlock;

import org.jspecify.annotations.NullMarked;
