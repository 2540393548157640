// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.Optional;

/**
 * The times of one hold as difference constraints: it is granted within a window, every confirmation lies behind the grant and
 * before the end, and it ends by a release, an injected fault, or when its promises have run out. The least solution gives the
 * earliest end, the greatest one the latest grant.
 */
final class Span {

    private final Hold hold;
    private final StoreModel model;
    private final EndFaults faults;

    Span(Hold hold, StoreModel model, EndFaults faults) {
        this.hold = hold;
        this.model = model;
        this.faults = faults;
    }

    /** Why it cannot begin at that time or later, if so. */
    Optional<Misfit> misfit(Hold before, long notBefore) {
        long granted = Math.max(hold.grantFrom(), notBefore);
        if (granted > hold.grantTo()) {
            return Optional.of(new Misfit(Misfit.Kind.NO_ROOM, hold, before, null, notBefore));
        }
        Lapse lapse = new Lapse(hold, model);
        Optional<Operation> late = lapse.confirmedTooLate();
        if (late.isPresent()) {
            return Optional.of(new Misfit(Misfit.Kind.LAPSED, hold, null, late.get(), lapse.reach()));
        }
        long end = earliestEnd(granted, lapse);
        if (end == Times.NEVER && hold.release != null && !hold.releaseMayEndAnother) {
            boolean room = lastConfirmation(granted) <= hold.release.to();
            Misfit.Kind kind = room ? Misfit.Kind.LAPSED : Misfit.Kind.NO_ROOM;
            return Optional.of(new Misfit(kind, hold, before, hold.release, room ? lapse.reach() : notBefore));
        }
        if (end > hold.overAt) {
            return Optional.of(new Misfit(Misfit.Kind.ENDED_EARLY, hold, null, hold.notOwner, end));
        }
        return Optional.empty();
    }

    long earliestEnd(long notBefore) {
        return earliestEnd(Math.max(hold.grantFrom(), notBefore), new Lapse(hold, model));
    }

    private long earliestEnd(long granted, Lapse lapse) {
        long last = lastConfirmation(granted);
        Operation release = hold.release;
        long released = Times.NEVER;
        if (release != null) {
            long at = Math.max(last, release.from());
            released = at <= release.to() && lapse.reaches(at) ? at : Times.NEVER;
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
            latest = Math.min(limit, Math.min(release.to(), new Lapse(hold, model).reachAtEnd()));
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
