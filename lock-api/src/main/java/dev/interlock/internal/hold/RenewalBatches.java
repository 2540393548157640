// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static java.util.stream.Collectors.groupingBy;

import dev.interlock.internal.backend.SafeBackend;
import dev.interlock.internal.machine.EngineLog;
import dev.interlock.internal.machine.RenewalThreads;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.PriorityBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The renewals of one client that are due and travel together: whichever renewal thread is free next takes what is due
 * by then, up to a bound, those first whose leases end first. Only holds whose last renewal went well are among them,
 * so that one which hangs makes others late once, and not again. Thread-safe.
 */
public final class RenewalBatches {

    /** So that a request stays short even where the store works on one lock after another. */
    private static final int MOST = 500;

    private static final EngineLog LOG = EngineLog.of(RenewalBatches.class);

    private final SafeBackend backend;
    private final RenewalThreads threads;
    private final PriorityBlockingQueue<Due> due = new PriorityBlockingQueue<>();

    RenewalBatches(SafeBackend backend, RenewalThreads threads) {
        this.backend = backend;
        this.threads = threads;
    }

    /** Has a renewal sent when its turn comes. */
    void add(RenewalCycle cycle, long endNanos) {
        Due renewal = new Due(cycle, endNanos);
        due.add(renewal);
        try {
            threads.execute(this::sendNext, endNanos, 0);
        } catch (RuntimeException | Error e) {
            due.remove(renewal);
            throw e;
        }
    }

    /** True while no renewal waits to be sent. */
    public boolean isEmpty() {
        return due.isEmpty();
    }

    private void sendNext() {
        List<Due> next = new ArrayList<>();
        due.drainTo(next, MOST);
        if (next.size() == 1) {
            next.get(0).cycle.renewAndLookAgain();
        } else {
            send(next.stream().map(Due::cycle).toList());
        }
    }

    private void send(List<RenewalCycle> cycles) {
        List<RenewalCycle> begun = new ArrayList<>(cycles.size());
        try {
            for (RenewalCycle cycle : cycles) {
                if (cycle.begin()) {
                    begun.add(cycle);
                }
            }
            List<Renewal> renewals = new ArrayList<>(begun.size());
            for (RenewalCycle cycle : begun) {
                RenewalCycle.@Nullable Request request = cycle.request();
                if (request != null) {
                    renewals.add(new Renewal(cycle, request));
                }
            }
            Map<Duration, List<Renewal>> byLease =
                    renewals.stream().collect(groupingBy(renewal -> renewal.request.kept()));
            BulkSteps steps = backend.bulk().orElseThrow();
            byLease.forEach((kept, same) -> renewAll(steps, kept, same));
        } finally {
            begun.forEach(RenewalBatches::end);
        }
    }

    /** What one cannot end must not keep the others from it. */
    private static void end(RenewalCycle cycle) {
        try {
            cycle.end();
        } catch (RuntimeException | Error e) {
            LOG.error("a renewal could not be ended; the others go on", e);
        }
    }

    private void renewAll(BulkSteps steps, Duration kept, List<Renewal> renewals) {
        List<RenewOutcome> outcomes = steps.renewAll(
                renewals.stream().map(renewal -> renewal.request.grant()).toList(), kept);
        for (int i = 0; i < renewals.size(); i++) {
            renewals.get(i).cycle.ended(renewals.get(i).request, outcomes.get(i));
        }
    }

    /** A renewal in the order of the ends of leases. */
    private record Due(RenewalCycle cycle, long endNanos) implements Comparable<Due> {

        @Override
        public int compareTo(Due other) {
            // By difference: readings of the monotonic clock may wrap.
            return Long.signum(endNanos - other.endNanos);
        }
    }

    private record Renewal(RenewalCycle cycle, RenewalCycle.Request request) {}
}
