// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;

/** What traces and meters show of the calls of an application. */
final class ObservationsTest {

    private final RunningApplication jobs =
            RunningApplication.start(WebApplicationType.NONE, Jobs.class, "interlock.backend=memory");
    private final Jobs.Job job = jobs.context().getBean(Jobs.Job.class);
    private final Jobs.Seen seen = jobs.context().getBean(Jobs.Seen.class);

    @AfterEach
    void stop() {
        jobs.close();
    }

    @Test
    void a_call_is_observed_with_its_work_inside() {
        assertThat(job.run("7")).isEqualTo("locked Job.run");
        assertThat(seen.granted).containsExactly("locked Job.run");
        Observation.Context call = seen.ended.get(0);
        assertThat(call.getLowCardinalityKeyValues())
                .contains(
                        KeyValue.of("client", "lockClient"),
                        KeyValue.of("method", "Job.run"),
                        KeyValue.of("outcome", "completed"));
        assertThat(call.getHighCardinalityKeyValues()).containsExactly(KeyValue.of("lock", "job-7"));
    }

    @Test
    void the_outcome_tells_why_a_method_was_not_called() throws Exception {
        try (LockHandle held =
                jobs.context().getBean(LockClient.class).lock("job-7").acquire()) {
            job.skipped(held.lockName().substring("job-".length()));
            assertThatThrownBy(() -> job.refused("7")).isInstanceOf(LockTimeoutException.class);
            assertThat(job.later("7", new CompletableFuture<>())).failsWithin(java.time.Duration.ofSeconds(60));
        }
        await().untilAsserted(() -> assertThat(outcomes()).containsExactly("skipped", "taken", "taken"));
        assertThat(seen.granted).isEmpty();
    }

    @Test
    void a_failure_of_the_method_is_one_of_the_observation() {
        assertThatThrownBy(() -> job.fails("7")).isInstanceOf(UnsupportedOperationException.class);
        assertThat(outcomes()).containsExactly("failed");
        assertThat(seen.ended.get(0).getError()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void a_stage_is_observed_until_it_ends() {
        CompletableFuture<String> result = new CompletableFuture<>();
        CompletableFuture<String> call = job.later("7", result);
        await().untilAsserted(() -> assertThat(seen.granted).containsExactly("locked Job.later"));
        assertThat(seen.ended).isEmpty();
        result.complete("done");
        assertThat(call.join()).isEqualTo("done");
        await().untilAsserted(() -> assertThat(outcomes()).containsExactly("completed"));
    }

    @Test
    void a_registry_of_meters_has_a_timer() {
        job.run("7");
        assertThat(jobs.context()
                        .getBean(MeterRegistry.class)
                        .get("interlock.locked")
                        .tags("client", "lockClient", "method", "Job.run", "outcome", "completed")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    private List<String> outcomes() {
        return seen.ended.stream()
                .map(call -> call.getLowCardinalityKeyValue("outcome").getValue())
                .toList();
    }
}
