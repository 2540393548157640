// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.Optional;

/**
 * The times of one hold as difference constraints. The hold is granted within a window. Every confirmation lies after
 * the grant and before the end. The hold ends by a release, by an injected fault, or when its promises have ended. The
 * least solution gives the earliest end, the greatest solution the latest grant.
 */
final class HoldConstraints {

    private final RecordedHold hold;
    private final StoreModel model;
    private final HoldEndingFaults faults;

    HoldConstraints(RecordedHold hold, StoreModel model, HoldEndingFaults faults) {
        this.hold = hold;
        this.model = model;
        this.faults = faults;
    }

    /** Why the hold cannot begin at that time or later, if it cannot. */
    Optional<Conflict> conflict(RecordedHold before, long notBefore) {
        long granted = Math.max(hold.grantFrom(), notBefore);
        if (granted > hold.grantTo()) {
            return Optional.of(new Conflict(Conflict.Kind.NO_ROOM, hold, before, null, notBefore));
        }
        LatestExpiry expiry = new LatestExpiry(hold, model);
        Optional<Operation> late = expiry.confirmedTooLate();
        if (late.isPresent()) {
            return Optional.of(new Conflict(Conflict.Kind.LAPSED, hold, null, late.get(), expiry.reach()));
        }
        long end = earliestEnd(granted, expiry);
        if (end == Times.NEVER && hold.release != null && !hold.releaseMayEndAnother) {
            boolean room = lastConfirmation(granted) <= hold.release.to();
            Conflict.Kind kind = room ? Conflict.Kind.LAPSED : Conflict.Kind.NO_ROOM;
            return Optional.of(new Conflict(kind, hold, before, hold.release, room ? expiry.reach() : notBefore));
        }
        if (end > hold.overAt) {
            return Optional.of(new Conflict(Conflict.Kind.ENDED_EARLY, hold, null, hold.notOwner, end));
        }
        return Optional.empty();
    }

    long earliestEnd(long notBefore) {
        return earliestEnd(Math.max(hold.grantFrom(), notBefore), new LatestExpiry(hold, model));
    }

    private long earliestEnd(long granted, LatestExpiry expiry) {
        long last = lastConfirmation(granted);
        Operation release = hold.release;
        long released = Times.NEVER;
        if (release != null) {
            long at = Math.max(last, release.from());
            released = at <= release.to() && expiry.reaches(at) ? at : Times.NEVER;
            if (!hold.releaseMayEndAnother) {
                return released;
            }
        }
        long ended = Math.max(last, Math.min(promisedUntil(granted), hold.mayEndFrom));
        return Math.min(released, Math.min(ended, faults.earliest(hold, last)));
    }

    private long lastConfirmation(long granted) {
        return Math.max(granted, hold.lastConfirmedFrom());
    }

    private long promisedUntil(long granted) {
        long until = granted;
        for (Operation point : hold.confirmed) {
            long start = model.start() == StoreModel.Start.INVOKE ? point.from() : Math.max(granted, point.from());
            until = Math.max(until, Times.plus(start, point.promiseNanos()));
        }
        return until;
    }

    /** The latest grant that lets the hold end by a limit. */
    long latestGrant(long limit) {
        long last = lastConfirmation(Times.ALWAYS);
        Operation release = hold.release;
        long latest = Times.ALWAYS;
        if (release != null && Math.max(last, release.from()) <= limit) {
            latest = Math.min(limit, Math.min(release.to(), new LatestExpiry(hold, model).reachAtEnd()));
        }
        if (release == null || hold.releaseMayEndAnother) {
            long end = Math.min(limit, hold.overAt);
            if (hold.mayEndFrom <= end) {
                latest = Math.max(latest, end);
            }
            long fault = faults.latest(hold, end);
            latest = fault >= last ? Math.max(latest, fault) : latest;
            latest = Math.max(latest, latestGrantKeeping(end));
        }
        return Math.min(hold.grantTo(), latest);
    }

    private long latestGrantKeeping(long end) {
        if (end == Times.NEVER) {
            return end;
        }
        long latest = end;
        for (Operation point : hold.confirmed) {
            if (Times.plus(point.from(), point.promiseNanos()) > end) {
                return Times.ALWAYS;
            }
            if (model.start() == StoreModel.Start.GRANT) {
                latest = Math.min(latest, Times.plus(end, -point.promiseNanos()));
            }
        }
        return latest;
    }
}
