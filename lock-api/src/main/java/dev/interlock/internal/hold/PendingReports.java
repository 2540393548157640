// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.spi.AttemptId;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports of a backend about an attempt whose grant is still on its way from the backend to the engine. Thread-safe.
 */
public final class PendingReports {

    private final Holds holds;
    private final Queue<Consumer<Hold>> reports = new ConcurrentLinkedQueue<>();
    private volatile @Nullable AttemptId expected;

    /** Reports of no attempt yet. */
    public PendingReports(Holds holds) {
        this.holds = holds;
    }

    /** A request of this attempt is about to be sent: what was reported before says nothing of its grant. */
    public void expect(AttemptId id) {
        if (!id.equals(expected)) {
            end();
            expected = id;
            holds.expect(id, this);
        }
        reports.clear();
    }

    /** Keeps the report if it is about the attempt under way. */
    void add(AttemptId id, Consumer<Hold> report) {
        if (id.equals(expected)) {
            reports.add(report);
        }
    }

    /** Keeps for the grant, if one is under way, that another client wants the lock. */
    void addRecall() {
        reports.add(Hold::recall);
    }

    /**
     * Hands the reports to the hold, which can be found by its id already. Reports that come from now on go to the hold
     * directly. If they were still kept here, a store that reports all the time would keep this thread for ever.
     */
    public void deliver(Hold hold) {
        end();
        for (Consumer<Hold> report = reports.poll(); report != null; report = reports.poll()) {
            report.accept(hold);
        }
    }

    /** No grant of the attempt is on its way any more. */
    public void end() {
        AttemptId last = expected;
        if (last != null) {
            expected = null;
            holds.expectNoMore(last);
        }
    }
}
