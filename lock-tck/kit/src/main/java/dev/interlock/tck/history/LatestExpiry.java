// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * The latest time at which the lease of a hold can have ended, if everything is as late as possible. Each confirmation
 * must lie within the lease that ran then. Requests of unknown outcome may have restarted the lease; each counts at
 * most once. For one thread.
 */
final class LatestExpiry {

    private final List<Operation> confirmed;
    private final ArrayDeque<Operation> unknown;
    private final long overstayNanos;
    private final long unknownGain;
    private final Optional<Operation> late;
    private long reach = Times.NEVER;

    LatestExpiry(RecordedHold hold, StoreModel model) {
        confirmed = hold.confirmed;
        unknown = new ArrayDeque<>(hold.unknown);
        overstayNanos = model.overstay().toNanos();
        unknownGain = unknown.stream().mapToLong(this::gain).max().orElse(0);
        late = inOrder() ? walk() : Optional.empty();
    }

    /** Overlapping requests of one owner can have renewed the lease in either order, so nothing is claimed of them. */
    private boolean inOrder() {
        for (int i = 1; i < confirmed.size(); i++) {
            if (confirmed.get(i).from() <= confirmed.get(i - 1).to()) {
                return false;
            }
        }
        return true;
    }

    private long gain(Operation operation) {
        return Times.plus(operation.promiseNanos(), overstayNanos);
    }

    private Optional<Operation> walk() {
        Operation first = confirmed.get(0);
        long granted = first.to();
        reach = Times.plus(granted, unknownGain);
        boolean itself = first.action() == Action.ACQUIRE && first.from() <= granted;
        if (itself) {
            reach = Times.plus(granted, gain(first));
        } else if (!grantedByUnknown(granted)) {
            return Optional.of(first);
        }
        for (Operation point : itself ? confirmed.subList(1, confirmed.size()) : confirmed) {
            if (!reaches(point.from())) {
                return Optional.of(point);
            }
            reach = Math.max(reach, Times.plus(Math.min(point.to(), reach), gain(point)));
        }
        return Optional.empty();
    }

    /** An acquire of unknown outcome that was the grant does not restart the lease a second time. */
    private boolean grantedByUnknown(long granted) {
        for (Operation operation : unknown) {
            if (operation.action() == Action.ACQUIRE && operation.from() <= granted) {
                return unknown.remove(operation);
            }
        }
        return false;
    }

    /** An operation that was confirmed although the lease had ended. */
    Optional<Operation> confirmedTooLate() {
        return late;
    }

    /** Whether the lease can last until then. Uses up as few unknown requests as that takes. */
    boolean reaches(long at) {
        while (reach < at && !unknown.isEmpty() && unknown.element().from() <= reach) {
            unknown.remove();
            reach = Times.plus(reach, unknownGain);
        }
        return reach >= at;
    }

    long reach() {
        return reach;
    }

    /** The latest time at which it can have ended, with all requests that are left. */
    long reachAtEnd() {
        return reaches(Times.NEVER) ? Times.NEVER : reach;
    }
}
