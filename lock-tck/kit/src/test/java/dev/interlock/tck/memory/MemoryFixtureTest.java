// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.tck.FailOver;
import org.junit.jupiter.api.Test;

/** Rules run beside each other on one fixture. */
class MemoryFixtureTest {

    @Test
    void a_fail_over_takes_no_lock_from_those_who_run_beside_it() {
        MemoryFixture fixture = new MemoryFixture();
        try (LockClient beside = LockClient.using(fixture.openBackend(), ClientOptions.STANDARD);
                FailOver failOver = fixture.failOver().orElseThrow();
                LockClient there = LockClient.using(failOver.openBackend(), ClientOptions.STANDARD)) {
            assertThat(beside.lock("a").tryAcquire()).isPresent();
            assertThat(there.lock("b").tryAcquire()).isPresent();
            failOver.run();
            assertThat(there.inspect("b")).isEmpty();
            assertThat(beside.inspect("a")).isPresent();
        }
    }
}
