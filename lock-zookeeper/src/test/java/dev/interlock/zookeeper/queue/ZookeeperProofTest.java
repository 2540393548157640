// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.memory.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ZookeeperProofTest {

    private static final Duration LEASE = Duration.ofSeconds(20);

    private final ManualClock clock = new ManualClock();
    private final ZookeeperProof proof = ZookeeperProof.sentNow(clock);

    @Test
    void suffices_while_it_has_used_up_no_more_than_a_twentieth_of_the_lease() {
        assertThat(proof.sentNanos()).isEqualTo(clock.nanoTime());
        clock.advance(Duration.ofSeconds(1));
        assertThat(proof.sufficesFor(LEASE, clock)).isTrue();
        assertThat(proof.sufficesFor(LEASE.minusMillis(1), clock)).isFalse();
        clock.advance(Duration.ofNanos(1));
        assertThat(proof.sufficesFor(LEASE, clock)).isFalse();
    }

    /** Sessions go on while a machine sleeps, and its monotonic clock does not. */
    @Test
    void does_not_suffice_after_the_machine_slept() {
        clock.sleep(Duration.ofMillis(100));
        assertThat(proof.sufficesFor(LEASE, clock)).isTrue();
        clock.sleep(Duration.ofMillis(1));
        assertThat(proof.sufficesFor(LEASE, clock)).isFalse();
    }
}
