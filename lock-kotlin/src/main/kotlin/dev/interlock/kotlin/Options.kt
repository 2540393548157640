// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.AcquireOptions
import kotlin.time.Duration
import kotlin.time.toJavaDuration

/**
 * Returns options with a wait limit that inherit the rest.
 *
 * @param maxWait see [AcquireOptions.maxWait]; [Duration.INFINITE] means no limit
 */
public fun waitAtMost(maxWait: Duration): AcquireOptions = AcquireOptions.inherited().withMaxWait(maxWait)

/** [AcquireOptions.withMaxWait] with a duration of Kotlin; [Duration.INFINITE] means no limit. */
public fun AcquireOptions.withMaxWait(value: Duration): AcquireOptions = withMaxWait(value.toLimit())

/** [AcquireOptions.withLease] with a duration of Kotlin. */
public fun AcquireOptions.withLease(value: Duration): AcquireOptions = withLease(value.toJavaDuration())

/** [AcquireOptions.withMaxHold] with a duration of Kotlin; [Duration.INFINITE] means no limit. */
public fun AcquireOptions.withMaxHold(value: Duration): AcquireOptions = withMaxHold(value.toLimit())

/** [AcquireOptions.withLockDelay] with a duration of Kotlin. */
public fun AcquireOptions.withLockDelay(value: Duration): AcquireOptions = withLockDelay(value.toJavaDuration())

/** [AcquireOptions.withRetention] with a duration of Kotlin. */
public fun AcquireOptions.withRetention(value: Duration): AcquireOptions = withRetention(value.toJavaDuration())

/** [AcquireOptions.withAdaptiveLease] with durations of Kotlin. */
public fun AcquireOptions.withAdaptiveLease(shortest: Duration, longest: Duration): AcquireOptions =
    withAdaptiveLease(shortest.toJavaDuration(), longest.toJavaDuration())

/** The infinite duration of Kotlin differs in Java from the one that means no limit. */
private fun Duration.toLimit() = if (isInfinite()) AcquireOptions.UNLIMITED else toJavaDuration()
