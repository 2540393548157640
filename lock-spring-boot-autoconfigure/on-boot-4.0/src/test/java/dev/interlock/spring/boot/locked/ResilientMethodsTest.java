// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.annotation.CurrentLock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** The lock beside the retries of Spring 7 itself, which are not those of Spring Retry. */
final class ResilientMethodsTest {

    @Test
    void the_lock_is_inside_of_the_retries_of_Spring_and_acquired_for_each() {
        try (LockedBench bench = new LockedBench(Resilient.class, Job.class).start()) {
            List<Long> tokens = new CopyOnWriteArrayList<>();
            bench.bean(Job.class).retried(tokens);
            assertThat(tokens).hasSize(3).doesNotHaveDuplicates();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Resilient {}

    /** Works at the third try. */
    static class Job {

        @Locked("retried")
        @Retryable(delay = 1)
        void retried(List<Long> tokens) {
            tokens.add(CurrentLock.handle().fencingToken());
            if (tokens.size() < 3) {
                throw new IllegalStateException("not yet");
            }
        }
    }
}
