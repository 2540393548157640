// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer;

import static java.util.Objects.requireNonNull;

import dev.interlock.LockEvent;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RetentionEnd;
import dev.interlock.TermEnd;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The counters and timers for one group of locks, a value of the tag {@code lock}. All are registered at the start with zeros. Otherwise
 * a monitor that watches for increases would miss the first event of a kind. Thread-safe.
 */
final class MetersOfLock {

    private static final String OUTCOME = "outcome";

    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> all = new ArrayList<>();
    private final Map<String, Counter> acquired;
    private final Map<String, Timer> durations;
    private final Map<String, Counter> renewals;
    private final Map<String, Counter> lost;
    private final Map<String, Counter> releasesFailed;
    private final Map<String, Counter> retentions;
    private final Map<String, Timer> terms;
    private final Timer stopping;
    private final Timer holds;
    private final Timer late;
    private final Timer adapted;
    private final Counter contended;
    private final Counter unknown;
    private final Counter uncertain;
    private final Counter abandoned;

    MetersOfLock(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
        acquired = counters(
                LockMeters.ACQUIRE,
                "acquisitions that ended",
                List.of("acquired", "taken", "timed_out", "cancelled", "unavailable", "unknown"));
        durations = new HashMap<>();
        for (String outcome : List.of("acquired", "taken", "timed_out", "cancelled")) {
            durations.put(
                    outcome,
                    timer(LockMeters.ACQUIRE_DURATION, "from the call to its end", tags.and(OUTCOME, outcome)));
        }
        contended = counter(LockMeters.CONTENDED, "acquisitions that found the lock taken");
        unknown = counter(LockMeters.UNKNOWN, "acquisitions that the store did not answer");
        renewals = counters(LockMeters.RENEWALS, "renewals of leases", List.of("renewed", "failed", "delayed"));
        late = timer(LockMeters.RENEWAL_LATE, "how late renewals were when they were reported late", tags);
        adapted = timer(LockMeters.LEASE_ADAPTED, "leases that were chosen anew by how long holds took", tags);
        uncertain = counter(LockMeters.UNCERTAIN, "times that a hold could no longer be vouched for");
        lost = counters(
                LockMeters.LOST,
                "holds that ended without a release",
                Arrays.stream(LossCause.values()).map(MetersOfLock::text).toList());
        holds = timer(LockMeters.HOLD, "from the grant to the release", tags);
        releasesFailed = counters(
                LockMeters.RELEASE_FAILED,
                "releases that the store did not confirm",
                List.of(text(ReleaseResult.NOT_HELD), text(ReleaseResult.UNKNOWN)));
        retentions = counters(
                LockMeters.RETENTION_ENDED,
                "released locks that the client no longer keeps",
                Arrays.stream(RetentionEnd.values()).map(MetersOfLock::text).toList());
        terms = new HashMap<>();
        for (TermEnd end : TermEnd.values()) {
            terms.put(
                    text(end),
                    timer(LockMeters.TERM, "terms until they were told to end", tags.and(OUTCOME, text(end))));
        }
        stopping = timer(LockMeters.TERM_STOPPING, "from the end of a term to the end of its task", tags);
        abandoned = counter(LockMeters.ABANDONED, "held locks whose handle was dropped or whose thread ended");
    }

    private Map<String, Counter> counters(String meter, String description, List<String> outcomes) {
        Map<String, Counter> counters = new HashMap<>();
        for (String outcome : outcomes) {
            counters.put(outcome, counter(meter, description, tags.and(OUTCOME, outcome)));
        }
        return counters;
    }

    private Counter counter(String meter, String description) {
        return counter(meter, description, tags);
    }

    private Counter counter(String meter, String description, Tags these) {
        return noted(Counter.builder(meter).description(description).tags(these).register(registry));
    }

    private Timer timer(String meter, String description, Tags these) {
        return noted(Timer.builder(meter).description(description).tags(these).register(registry));
    }

    private <M extends Meter> M noted(M meter) {
        all.add(meter);
        return meter;
    }

    /** Records an event. */
    void note(LockEvent event) {
        if (event instanceof LockEvent.Acquired ended) {
            ended("acquired", ended.waited());
        } else if (event instanceof LockEvent.Taken ended) {
            ended("taken", ended.waited());
        } else if (event instanceof LockEvent.TimedOut ended) {
            ended("timed_out", ended.waited());
        } else if (event instanceof LockEvent.Cancelled ended) {
            ended("cancelled", ended.waited());
        } else if (event instanceof LockEvent.Unavailable) {
            count(acquired, "unavailable");
        } else if (event instanceof LockEvent.OutcomeUnknown) {
            count(acquired, "unknown");
            unknown.increment();
        } else if (event instanceof LockEvent.Contended) {
            contended.increment();
        } else {
            noteHold(event);
        }
    }

    private void noteHold(LockEvent event) {
        if (event instanceof LockEvent.Renewed) {
            count(renewals, "renewed");
        } else if (event instanceof LockEvent.RenewalFailed) {
            count(renewals, "failed");
        } else if (event instanceof LockEvent.RenewalDelayed delayed) {
            count(renewals, "delayed");
            late.record(delayed.late());
        } else if (event instanceof LockEvent.LeaseAdapted chosen) {
            adapted.record(chosen.lease());
        } else if (event instanceof LockEvent.Uncertain) {
            uncertain.increment();
        } else if (event instanceof LockEvent.Released released) {
            holds.record(released.held());
        } else if (event instanceof LockEvent.Lost ended) {
            count(lost, text(ended.loss().cause()));
        } else if (event instanceof LockEvent.ReleaseFailed failed) {
            count(releasesFailed, text(failed.result()));
        } else if (event instanceof LockEvent.RetentionEnded ended) {
            count(retentions, text(ended.end()));
        } else if (event instanceof LockEvent.TermEnded ended) {
            of(terms, text(ended.end())).record(ended.led());
            stopping.record(ended.stopping());
        } else if (event instanceof LockEvent.Abandoned) {
            abandoned.increment();
        }
    }

    private void ended(String outcome, Duration waited) {
        count(acquired, outcome);
        of(durations, outcome).record(waited);
    }

    private static void count(Map<String, Counter> counters, String outcome) {
        of(counters, outcome).increment();
    }

    private static <M> M of(Map<String, M> meters, String outcome) {
        return requireNonNull(meters.get(outcome), outcome);
    }

    /** Removes all meters from the registry. */
    void remove() {
        all.forEach(registry::remove);
    }

    private static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
