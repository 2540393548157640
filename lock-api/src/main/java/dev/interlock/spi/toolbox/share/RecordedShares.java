// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps of shared locks over the records of a store: a read, and a write unless another client was faster. Thread-safe. */
public final class RecordedShares implements ShareSteps {

    /** For what does not rest on a lease that is running. */
    private static final long ANY_TIME = Long.MAX_VALUE;

    /** The longest pause of a waiter: it must ask again before its place is given up. */
    private static final long LONGEST_PAUSE_MILLIS = ShareRecord.PLACE_MILLIS / 6;

    /** The pause before the next attempt after one that others overtook. */
    private static final Duration OVERTAKEN = Duration.ofMillis(5);

    private static final Logger LOG = LoggerFactory.getLogger(RecordedShares.class);

    private final ShareRecords records;
    private final Capabilities capabilities;

    /**
     * Creates the steps.
     *
     * @param records of the store
     * @param capabilities of these locks
     */
    public RecordedShares(ShareRecords records, Capabilities capabilities) {
        this.records = records;
        this.capabilities = capabilities;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
        return acquire(attempt, share, false);
    }

    AcquireOutcome acquire(Attempt attempt, Share share, boolean waits) {
        try {
            return records.change(attempt.name(), snapshot -> acquired(snapshot, attempt, share, waits));
        } catch (LockUnavailableException e) {
            return new AcquireOutcome.Refused(e, false);
        } catch (OvertakenException e) {
            LOG.debug("{}: {}", attempt.name(), e.getMessage());
            return new AcquireOutcome.Contended(OVERTAKEN);
        } catch (Exception e) {
            return records.notAcquired(attempt.name(), e);
        }
    }

    private static ShareUpdate<AcquireOutcome> acquired(
            ShareSnapshot snapshot, Attempt attempt, Share share, boolean waits) {
        ShareRecord record = ShareRecord.of(snapshot);
        long now = snapshot.nowMillis();
        ShareRecord.Held own = record.of(attempt.id()).orElse(null);
        if (own != null) {
            return waits && isLasting(own, attempt, now)
                    ? unchanged(record, granted(attempt, own.token(), snapshot, rest(own, now)))
                    : extended(
                            record,
                            own,
                            snapshot,
                            attempt.lease(),
                            granted(attempt, own.token(), snapshot, attempt.lease()));
        }
        if (record.hasOtherLimit(share)) {
            throw otherLimit(attempt.name(), record.limit(), share.limit());
        }
        if (record.fits(attempt.id(), share)) {
            ShareRecord after = record.granted(attempt, share, snapshot);
            // A grant takes what its place in the queue took before, so none that waits fits because of it.
            long token = after.lastToken() - attempt.tokens() + 1;
            return written(after, granted(attempt, token, snapshot, attempt.lease()), ANY_TIME, List.of());
        }
        long pause = Math.max(1, record.nextEndMillis().orElse(now + LONGEST_PAUSE_MILLIS) - now);
        AcquireOutcome contended =
                new AcquireOutcome.Contended(Duration.ofMillis(waits ? Math.min(pause, LONGEST_PAUSE_MILLIS) : pause));
        return waits && !record.isQueuedWell(attempt.id(), now)
                ? written(record.queued(attempt, share, now), contended, ANY_TIME, List.of())
                : unchanged(record, contended);
    }

    /** Whether a grant that a release has made for a waiter lasts for long enough to be used without a write. */
    private static boolean isLasting(ShareRecord.Held own, Attempt attempt, long now) {
        long enough = Math.min(attempt.lease().toMillis(), ShareRecord.PLACE_MILLIS / 2);
        return rest(own, now).toMillis() >= enough;
    }

    private static Duration rest(ShareRecord.Held own, long now) {
        return Duration.ofMillis(own.untilMillis() - now - ShareRecord.CUT_MILLIS);
    }

    /** The lease of a holder from now on, if it is not over when the store writes it. */
    private static <T> ShareUpdate<T> extended(
            ShareRecord record, ShareRecord.Held own, ShareSnapshot snapshot, Duration lease, T result) {
        ShareRecord longer = record.extended(own, snapshot.nowMillis() + lease.toMillis() + ShareRecord.CUT_MILLIS);
        return written(longer, result, own.untilMillis(), List.of());
    }

    private static AcquireOutcome granted(Attempt attempt, long token, ShareSnapshot snapshot, Duration lease) {
        return new AcquireOutcome.Granted(Grant.of(attempt, token, snapshot.sentNanos(), lease));
    }

    /**
     * The refusal of an attempt with another limit than that in force, in the words of every store.
     *
     * @param name the lock
     * @param known the limit in force
     * @param asked the limit of the attempt
     * @return for the cause of a refusal that is not worth a repetition
     */
    public static LockUnavailableException otherLimit(LockName name, int known, int asked) {
        return new LockUnavailableException(
                "'" + name + "' has " + limit(known) + " at the store, but this client asked with " + limit(asked)
                        + ": use one limit everywhere; another is taken when no client holds it or waits for it",
                null);
    }

    private static String limit(int units) {
        return units == Share.UNLIMITED ? "readers and writers" : units + " permits";
    }

    @Override
    public Contest contest(Attempt attempt, Share share) {
        return new RecordedContest(this, records.wake(attempt.name(), attempt.id()), attempt, share);
    }

    @Override
    public Renewal renew(Grant grant, Duration lease) {
        try {
            return records.change(grant.attempt().name(), snapshot -> renewed(snapshot, grant, lease));
        } catch (Exception e) {
            return new Renewal(new RenewOutcome.Unknown(records.sanitized(e)), false);
        }
    }

    private static ShareUpdate<Renewal> renewed(ShareSnapshot snapshot, Grant grant, Duration lease) {
        ShareRecord record = ShareRecord.of(snapshot);
        boolean wanted = !record.waiting().isEmpty();
        ShareRecord.Held own = record.of(grant.attempt().id()).orElse(null);
        if (own == null) {
            return unchanged(
                    record, new Renewal(new RenewOutcome.NotOwner("the record has no grant of this attempt"), wanted));
        }
        return extended(
                record,
                own,
                snapshot,
                lease,
                new Renewal(new RenewOutcome.Renewed(snapshot.sentNanos(), lease), wanted));
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        try {
            return records.change(attempt.name(), snapshot -> released(snapshot, attempt));
        } catch (Exception e) {
            return new ReleaseOutcome.Unknown(records.sanitized(e));
        }
    }

    private static ShareUpdate<ReleaseOutcome> released(ShareSnapshot snapshot, Attempt attempt) {
        ShareRecord record = ShareRecord.of(snapshot);
        ShareRecord without = record.without(attempt.id());
        ReleaseOutcome outcome =
                record.of(attempt.id()).isPresent() ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner();
        if (without.equals(record)) {
            return unchanged(record, outcome);
        }
        ShareRecord next = without.withNext(snapshot);
        return written(next, outcome, ANY_TIME, next.grantedSince(record));
    }

    /** Gives up the attempt's place, or a grant of which it does not know yet; as good as it can be done. */
    void leave(Attempt attempt) {
        try {
            records.change(attempt.name(), snapshot -> released(snapshot, attempt));
        } catch (Exception e) {
            // It ends by itself soon.
            LOG.debug("a place in the queue of '{}' could not be given up", attempt.name(), records.sanitized(e));
        }
    }

    @Override
    public List<Holder> inspect(LockName name) {
        try {
            return records.change(name, snapshot -> {
                ShareRecord record = ShareRecord.of(snapshot);
                return unchanged(record, record.holders(snapshot.nowMillis()));
            });
        } catch (LockUnavailableException e) {
            throw e;
        } catch (Exception e) {
            throw new LockUnavailableException("'" + name + "' not inspected", records.sanitized(e));
        }
    }

    private static <T> ShareUpdate<T> written(ShareRecord record, T result, long beforeMillis, List<AttemptId> wake) {
        return new ShareUpdate<>(result, record.text(), record.lastEndMillis(), beforeMillis, record.lastToken(), wake);
    }

    private static <T> ShareUpdate<T> unchanged(ShareRecord record, T result) {
        return new ShareUpdate<>(result, null, record.lastEndMillis(), ANY_TIME, record.lastToken(), List.of());
    }
}
