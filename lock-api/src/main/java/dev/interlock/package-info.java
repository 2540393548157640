// SPDX-License-Identifier: Apache-2.0
/**
 * Distributed locks: start at {@link dev.interlock.LockClient#connect(String)}.
 *
 * <p>Every duration here is measured on the caller's monotonic clock unless a text says "server". Every reference is
 * non-null unless it is marked {@code @Nullable}. The numbered rules ({@code ACQ-1}, ...) are in
 * {@code docs/contract.md}.
 */
@NullMarked
package dev.interlock;

import org.jspecify.annotations.NullMarked;
