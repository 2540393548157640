// SPDX-License-Identifier: Apache-2.0
/**
 * Locks that several may hold, for stores that can replace a short text if it is unchanged. A store implements
 * {@link dev.interlock.spi.toolbox.share.ShareRecords}; {@link dev.interlock.spi.toolbox.share.RecordedShares} does the
 * rest: the holders, the waiters, and the next token.
 */
@NullMarked
package dev.interlock.spi.toolbox.share;

import org.jspecify.annotations.NullMarked;
