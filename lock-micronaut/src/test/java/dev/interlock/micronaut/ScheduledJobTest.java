// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micronaut.context.ApplicationContext;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ScheduledJobTest {

    private static final Map<String, Object> PROPERTIES =
            Map.of("locks.uri", "memory:scheduled", "test.nightly", "true");

    /** The job is over long before the second instance's tick; the shortest hold covers that. */
    @Test
    void a_job_runs_once_for_a_tick_of_two_instances() {
        try (ApplicationContext one = ApplicationContext.run(PROPERTIES);
                ApplicationContext two = ApplicationContext.run(PROPERTIES)) {
            NightlyJob first = one.getBean(NightlyJob.class);
            NightlyJob second = two.getBean(NightlyJob.class);
            await().until(() -> first.skipped.get() + second.skipped.get() == 1);
            await().until(() -> first.runs.get() + second.runs.get() == 1);
            assertThat(first.runs.get()).isNotEqualTo(second.runs.get());
        }
    }
}
