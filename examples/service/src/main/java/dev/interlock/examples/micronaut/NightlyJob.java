// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import dev.interlock.examples.nightly.NightlyReport;
import dev.interlock.micronaut.Locked;
import io.micronaut.context.annotation.Requires;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;

/** The schedule of the nightly report, which every instance has. Thread-safe. */
@Singleton
@Requires(property = "examples.nightly.cron")
class NightlyJob {

    private final NightlyReport report;

    NightlyJob(NightlyReport report) {
        this.report = report;
    }

    /** Runs on schedule. The minimum hold is longer than the clocks differ, and much shorter than the period. */
    @Scheduled(cron = "${examples.nightly.cron}")
    @Locked(value = "nightly", onContention = OnContention.SKIP, minHold = "500ms", maxHold = "1m")
    void run() {
        report.run(CurrentLock.handle());
    }
}
