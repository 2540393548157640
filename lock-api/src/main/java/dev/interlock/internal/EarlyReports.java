// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.spi.AttemptId;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a backend reports of an attempt whose grant is still on its way from the backend to the engine. Thread-safe. */
final class EarlyReports {

    private final Queue<Consumer<Tenure>> reports = new ConcurrentLinkedQueue<>();
    private volatile @Nullable AttemptId expected;

    /** A request is about to be sent; what was reported before it says nothing of its grant. */
    void expect(AttemptId id) {
        expected = id;
        reports.clear();
    }

    /** Keeps the report if it is about the attempt under way. */
    void note(AttemptId id, Consumer<Tenure> report) {
        if (id.equals(expected)) {
            reports.add(report);
        }
    }

    /** Tells the hold, which can be found by its id from now on, what came too early for it. */
    void passOn(Tenure tenure) {
        reports.forEach(report -> report.accept(tenure));
    }
}
