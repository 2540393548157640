// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What its developer writes: the page on testing shows exactly this. */
final class TestingExampleTest {

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore();
    private final LockClient client = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
    private final ApplicationContext context =
            ApplicationContext.builder().singletons(client).start();
    private final NightlyReport report = context.getBean(NightlyReport.class);

    @AfterEach
    void stop() {
        context.close();
        client.close();
    }

    @Test
    void a_lock_that_is_taken_away_stops_the_report() {
        assertThatThrownBy(() -> report.run(() -> store.lose("nightly"))).isInstanceOf(LockLostException.class);
        assertThat(report.sent).isZero();
    }

    @Test
    void a_report_that_hangs_loses_its_lock() {
        assertThatThrownBy(() -> report.run(() -> clock.advance(Duration.ofHours(2))))
                .isInstanceOf(LockLostException.class);
        assertThat(report.sent).isZero();
    }

    @Test
    void while_another_instance_has_the_lock_the_report_is_skipped() {
        LockHandle other = client.lock("nightly").tryAcquire().orElseThrow();
        report.run(() -> {});
        assertThat(report.sent).isZero();
        other.close();
        report.run(() -> {});
        assertThat(report.sent).isOne();
    }
}
