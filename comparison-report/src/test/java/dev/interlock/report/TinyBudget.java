// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.benchmark.Budget;
import java.time.Duration;

/** Enough to go through all measurements, too little to learn from them. */
final class TinyBudget {

    static final Budget VALUE =
            new Budget(2, Duration.ofMillis(20), Duration.ofMillis(30), 50, Duration.ofMillis(200), 2, 100, 1_000, 5);

    private TinyBudget() {}
}
