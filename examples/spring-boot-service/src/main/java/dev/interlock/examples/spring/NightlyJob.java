// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import dev.interlock.examples.nightly.NightlyReport;
import dev.interlock.spring.boot.locked.Locked;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The schedule of the nightly report, which every instance has. Thread-safe. */
@Component
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
