// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import dev.interlock.spring.boot.client.Contexts;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The shortest hold of a method, by the name of its lock. */
final class NamedMinHoldTest {

    @Test
    void the_block_of_the_lock_sets_it() {
        jobs("interlock.named.jobs.pattern=job-*", "interlock.named.jobs.min-hold=1h")
                .run(context -> {
                    context.getBean(Job.class).run("7");
                    assertThat(context.getBean(LockClient.class).inspect("job-7"))
                            .isPresent();
                });
    }

    @Test
    void only_the_most_exact_block_counts() {
        jobs("interlock.named.jobs.pattern=job-*", "interlock.named.jobs.min-hold=1h", "interlock.named.job-7.wait=1s")
                .run(context -> {
                    context.getBean(Job.class).run("7");
                    assertThat(context.getBean(LockClient.class).inspect("job-7"))
                            .isEmpty();
                });
    }

    @Test
    void a_further_client_inherits_blocks_and_has_its_own() {
        jobs(
                        "interlock.named.job-7.min-hold=1h",
                        "interlock.named.job-8.min-hold=1h",
                        "interlock.clients.other.backend=memory",
                        "interlock.clients.other.named.job-7.min-hold=0s")
                .run(context -> {
                    Job job = context.getBean(Job.class);
                    job.runElsewhere("7");
                    job.runElsewhere("8");
                    LockClient other = context.getBean("otherLockClient", LockClient.class);
                    assertThat(other.inspect("job-7")).isEmpty();
                    assertThat(other.inspect("job-8")).isPresent();
                });
    }

    @Test
    void a_value_out_of_bounds_ends_the_start() {
        assertThat(Contexts.refusal(jobs("interlock.named.job-7.min-hold=-1s")))
                .hasMessage("interlock.named.job-7.min-hold is PT-1S, which is refused: it must be 0s to 365d");
    }

    private static ApplicationContextRunner jobs(String... properties) {
        return Contexts.with(properties)
                .withPropertyValues("interlock.backend=memory", "interlock.close-grace=0s")
                .withConfiguration(AutoConfigurations.of(InterlockLockedAutoConfiguration.class))
                .withBean(Job.class);
    }

    static class Job {

        @Locked("job-#{id}")
        void run(String id) {}

        @Locked(value = "job-#{id}", client = "otherLockClient")
        void runElsewhere(String id) {}
    }
}
