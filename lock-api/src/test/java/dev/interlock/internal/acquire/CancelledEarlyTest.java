// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.lease.Defaults;
import dev.interlock.internal.lease.EffectiveOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A close sees an acquisition from its registration on, which is before it stands in the queue of its name. */
class CancelledEarlyTest {

    private static final LockName NAME = new LockName("a");

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void an_acquisition_that_is_cancelled_before_it_joins_its_queue_does_not_stay_in_it() {
        Acquisitions acquisitions = bench.engine.acquisitions;
        EffectiveOptions options = EffectiveOptions.of(WAITING, Defaults.OF_THE_LIBRARY, bench.backend.capabilities());
        Acquisition early =
                new Acquisition(acquisitions, NAME, options, Runnable::run, () -> true, acquisitions.news(NAME, null));
        acquisitions.enter(early);
        early.cancel();
        acquisitions.queues.join(early);
        early.begin();
        assertThat(early.result()).isCompletedExceptionally();
        assertThat(bench.engine.isIdle()).isTrue();
    }
}
