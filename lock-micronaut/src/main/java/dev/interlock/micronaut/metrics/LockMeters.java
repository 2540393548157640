// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.metrics;

import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import dev.interlock.micronaut.client.ChosenStore;
import dev.interlock.micronaut.client.LockActivity;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Locale;

/**
 * Counts the events of the client that was made from the configuration. Each meter has the tag {@code backend}; those
 * of one lock have the tag {@code lock} if {@code locks.metrics.names} lists any. Thread-safe.
 */
@Singleton
@Requires(classes = MeterRegistry.class)
@Requires(beans = MeterRegistry.class)
@Requires(property = "micronaut.metrics.binders.locks.enabled", notEquals = "false", defaultValue = "true")
final class LockMeters implements LockListener {

    static final String ACQUIRE = "lock.acquire";
    static final String ACQUIRE_DURATION = "lock.acquire.duration";
    static final String ACTIVE = "lock.active";
    static final String WAITING = "lock.waiting";
    static final String HOLD = "lock.hold";
    static final String RENEWALS = "lock.renewals";
    static final String LOST = "lock.lost";
    static final String UNKNOWN = "lock.unknown";
    static final String RELEASE_FAILED = "lock.release.failed";

    private static final String OUTCOME = "outcome";

    private final MeterRegistry meters;
    private final LockMetricsConfiguration configuration;
    private final Tags common;
    private final LockActivity activity = new LockActivity();

    LockMeters(MeterRegistry meters, LockMetricsConfiguration configuration, ChosenStore chosen) {
        this.meters = meters;
        this.configuration = configuration;
        this.common = Tags.of("backend", chosen.backend());
        Gauge.builder(ACTIVE, activity, LockActivity::heldCount)
                .description("locks that this instance holds")
                .tags(common)
                .register(meters);
        Gauge.builder(WAITING, activity, LockActivity::waitingCount)
                .description("acquisitions of this instance that wait for a lock")
                .tags(common)
                .register(meters);
    }

    @Override
    public void on(LockEvent event) {
        activity.note(event);
        String name = event.lockName();
        if (event instanceof LockEvent.Acquired acquired) {
            ended(name, "acquired", acquired.waited());
        } else if (event instanceof LockEvent.TimedOut timedOut) {
            ended(name, "timed_out", timedOut.waited());
        } else if (event instanceof LockEvent.Cancelled cancelled) {
            ended(name, "cancelled", cancelled.waited());
        } else if (event instanceof LockEvent.Unavailable) {
            count(ACQUIRE, name, "unavailable");
        } else if (event instanceof LockEvent.OutcomeUnknown) {
            count(ACQUIRE, name, "unknown");
            meters.counter(UNKNOWN, tags(name)).increment();
        } else {
            held(event);
        }
    }

    private void held(LockEvent event) {
        String name = event.lockName();
        if (event instanceof LockEvent.Renewed) {
            count(RENEWALS, name, "renewed");
        } else if (event instanceof LockEvent.RenewalFailed) {
            count(RENEWALS, name, "failed");
        } else if (event instanceof LockEvent.RenewalDelayed) {
            count(RENEWALS, name, "delayed");
        } else if (event instanceof LockEvent.Released released) {
            meters.timer(HOLD, tags(name)).record(released.held());
        } else if (event instanceof LockEvent.Lost lost) {
            count(LOST, name, text(lost.loss().cause()));
        } else if (event instanceof LockEvent.ReleaseFailed failed) {
            count(RELEASE_FAILED, name, text(failed.result()));
        }
    }

    private void ended(String lockName, String outcome, Duration waited) {
        count(ACQUIRE, lockName, outcome);
        meters.timer(ACQUIRE_DURATION, tags(lockName).and(OUTCOME, outcome)).record(waited);
    }

    private void count(String meter, String lockName, String outcome) {
        meters.counter(meter, tags(lockName).and(OUTCOME, outcome)).increment();
    }

    private Tags tags(String lockName) {
        return configuration.tag(lockName).map(tag -> common.and("lock", tag)).orElse(common);
    }

    private static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
