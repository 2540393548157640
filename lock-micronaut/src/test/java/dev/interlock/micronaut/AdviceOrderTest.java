// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.aop.InterceptPhase;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Where the lock stands among Micronaut's own advice, by the positions that its interceptors take: the smaller is
 * outside.
 */
class AdviceOrderTest {

    @Test
    void a_lock_is_inside_of_cache_retry_and_async_and_outside_of_a_transaction() {
        assertThat(Stream.of(InterceptPhase.CACHE, InterceptPhase.RETRY, InterceptPhase.ASYNC)
                        .map(InterceptPhase::getPosition))
                .allMatch(outside -> outside < LockedInterceptor.ORDER);
        assertThat(InterceptPhase.TRANSACTION.getPosition()).isGreaterThan(LockedInterceptor.ORDER);
        assertThat(Arrays.stream(InterceptPhase.values()).map(InterceptPhase::getPosition))
                .as("none at the same place, where the order would be left to chance")
                .doesNotContain(LockedInterceptor.ORDER);
    }
}
