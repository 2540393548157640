// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin

import dev.interlock.AcquireOptions
import java.time.Duration as JavaDuration
import kotlin.time.Duration
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** Durations of Kotlin mean the same as those of Java. */
internal class OptionsTest {

    @Test
    fun each_option_takes_a_duration_of_Kotlin() {
        assertThat(waitAtMost(10.seconds)).isEqualTo(AcquireOptions.waitAtMost(JavaDuration.ofSeconds(10)))
        assertThat(
                AcquireOptions.inherited()
                    .withMaxWait(1.seconds)
                    .withMaxHold(1.hours)
                    .withLockDelay(2.seconds)
                    .withRetention(3.seconds)
                    .withLease(30.seconds)
            )
            .isEqualTo(
                AcquireOptions.inherited()
                    .withMaxWait(JavaDuration.ofSeconds(1))
                    .withMaxHold(JavaDuration.ofHours(1))
                    .withLockDelay(JavaDuration.ofSeconds(2))
                    .withRetention(JavaDuration.ofSeconds(3))
                    .withLease(JavaDuration.ofSeconds(30))
            )
        assertThat(AcquireOptions.inherited().withAdaptiveLease(1.seconds, 1.minutes))
            .isEqualTo(
                AcquireOptions.inherited().withAdaptiveLease(JavaDuration.ofSeconds(1), JavaDuration.ofMinutes(1))
            )
    }

    @Test
    fun infinite_means_no_limit() {
        assertThat(waitAtMost(Duration.INFINITE).maxWait()).isEqualTo(AcquireOptions.UNLIMITED)
        assertThat(AcquireOptions.inherited().withMaxHold(Duration.INFINITE).maxHold())
            .isEqualTo(AcquireOptions.UNLIMITED)
    }
}
