// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer;

import dev.interlock.LockActivity;
import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records the events of one client in a registry. Register it as a listener of that client: from its start with
 * {@link dev.interlock.ClientOptions#withListeners}, or later with {@link LockClientMetrics}. All counters and timers
 * are registered at the start with zeros. Thread-safe.
 */
public final class LockMeters implements LockListener, AutoCloseable {

    /** Counter of finished acquisitions, with the tag {@code outcome}. */
    public static final String ACQUIRE = "lock.acquire";

    /**
     * Timer of finished acquisitions, with the tag {@code outcome}. It does not include those that the store refused or
     * did not answer.
     */
    public static final String ACQUIRE_DURATION = "lock.acquire.duration";

    /** Counter of acquisitions that found the lock taken. */
    public static final String CONTENDED = "lock.contended";

    /** Counter of acquisitions that the store did not answer. */
    public static final String UNKNOWN = "lock.unknown";

    /** Gauge of held locks. */
    public static final String ACTIVE = "lock.active";

    /** Gauge of locks that the client keeps after their release. */
    public static final String RETAINED = "lock.retained";

    /** Counter of locks that the client no longer keeps, with the reason as the tag {@code outcome}. */
    public static final String RETENTION_ENDED = "lock.retention.ended";

    /** Gauge of acquisitions that wait for a taken lock. */
    public static final String WAITING = "lock.waiting";

    /** Timer of holds that were released. */
    public static final String HOLD = "lock.hold";

    /** Counter of renewals, with the tag {@code outcome}. */
    public static final String RENEWALS = "lock.renewals";

    /** Timer of late renewals: how long each had been due when it was reported late. */
    public static final String RENEWAL_LATE = "lock.renewal.late";

    /** Timer of new adaptive leases, recorded when holds became longer or shorter. */
    public static final String LEASE_ADAPTED = "lock.lease.adapted";

    /** Counter of holds that became uncertain. */
    public static final String UNCERTAIN = "lock.uncertain";

    /** Counter of holds that ended without a release, with the tag {@code outcome}. */
    public static final String LOST = "lock.lost";

    /** Counter of releases that the store did not confirm, with the tag {@code outcome}. */
    public static final String RELEASE_FAILED = "lock.release.failed";

    /** Gauge of elections that a candidate of the client leads. */
    public static final String LEADING = "lock.leading";

    /** Timer of terms until each was told to end, with the reason as the tag {@code outcome}. */
    public static final String TERM = "lock.term";

    /** Timer of how long tasks of leaders took to end after they were told to. */
    public static final String TERM_STOPPING = "lock.term.stopping";

    /** Counter of held locks that no code can release any more. */
    public static final String ABANDONED = "lock.abandoned";

    private final MeterRegistry registry;
    private final LockTags tags;
    private final LockActivity activity = new LockActivity();
    private final List<Gauge> gauges;
    private final Map<String, MetersOfLock> byGroup = new HashMap<>();
    private volatile boolean closed;

    /**
     * Registers all meters.
     *
     * @param registry the registry
     * @param tags the tags of all meters, and the groups of locks that get their own tag value
     * @throws IllegalStateException if the registry has meters of another client with these tags
     */
    public LockMeters(MeterRegistry registry, LockTags tags) {
        if (registry.find(ACTIVE).tags(tags.common()).gauge() != null) {
            throw new IllegalStateException("the registry has meters of another lock client with " + tags.common()
                    + ": give each client a tag of its own, such as client, and close what is no longer needed");
        }
        this.registry = registry;
        this.tags = tags;
        this.gauges = List.of(
                Gauge.builder(ACTIVE, activity, LockActivity::heldCount)
                        .description("locks that are held")
                        .tags(tags.common())
                        .register(registry),
                Gauge.builder(RETAINED, activity, LockActivity::retainedCount)
                        .description("released locks that the client keeps for its next acquisition")
                        .tags(tags.common())
                        .register(registry),
                Gauge.builder(LEADING, activity, LockActivity::leadingCount)
                        .description("elections that a candidate of the client leads")
                        .tags(tags.common())
                        .register(registry),
                Gauge.builder(WAITING, activity, LockActivity::waitingCount)
                        .description("acquisitions that wait for a lock")
                        .tags(tags.common())
                        .register(registry));
        for (String group : tags.groups().all()) {
            byGroup.put(group, new MetersOfLock(registry, tags.with(group)));
        }
    }

    @Override
    public void on(LockEvent event) {
        if (closed) {
            // A late event of a closed client. The next meters on this registry start at zero.
            return;
        }
        activity.on(event);
        MetersOfLock meters = byGroup.get(tags.groups().group(event.lockName()));
        if (meters != null) {
            meters.note(event);
        }
    }

    /** Removes the meters from the registry. Later calls do nothing. Never throws. */
    @Override
    public void close() {
        closed = true;
        gauges.forEach(registry::remove);
        byGroup.values().forEach(MetersOfLock::remove);
    }
}
