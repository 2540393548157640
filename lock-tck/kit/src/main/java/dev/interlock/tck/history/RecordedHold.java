// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One grant of a lock with all requests of its owner, and the limits of its begin and end. For one thread. */
final class RecordedHold {

    /** The operations that were confirmed while it lasted: its acquires, including repeated ones, and its renewals. */
    final List<Operation> confirmed = new ArrayList<>();

    private long lastConfirmedFrom = Times.ALWAYS;

    /** Acquires and renewals that may have restarted the lease. */
    final List<Operation> unknown = new ArrayList<>();

    final long firstToken;
    private long lastToken;

    /** The window of the grant. */
    private long grantFrom = Times.NEVER;

    private long grantTo = Times.NEVER;

    /** The release that ended it, or may have ended it if {@link #releaseMayEndAnother}. */
    @Nullable
    Operation release;

    boolean releaseMayEndAnother;

    /** The time from which a release of unknown outcome may have ended it. */
    long mayEndFrom = Times.NEVER;

    /** The latest time of its end, since the store answered "not owner". */
    long overAt = Times.NEVER;

    @Nullable
    Operation notOwner;

    /** The operation that shows that it was granted later than its acquires were sent. */
    private @Nullable Operation notYet;

    RecordedHold(long firstToken) {
        this.firstToken = firstToken;
        this.lastToken = firstToken;
    }

    void confirm(Operation operation) {
        confirmed.add(operation);
        lastConfirmedFrom = Math.max(lastConfirmedFrom, operation.from());
        grantTo = Math.min(grantTo, operation.to());
        lastToken = Math.max(lastToken, operation.token() + operation.tokens() - 1);
        if (operation.action() == Action.ACQUIRE) {
            grantFrom = Math.min(grantFrom, operation.from());
        }
    }

    void mayRenew(Operation operation) {
        unknown.add(operation);
        if (operation.action() == Action.ACQUIRE) {
            grantFrom = Math.min(grantFrom, operation.from());
        }
    }

    /** The store may have granted it to the waiter at any time since it came, and the waiter learnt of it later. */
    void mayWaitSince(Operation operation) {
        grantFrom = Math.min(grantFrom, operation.from());
    }

    /** The lock was not owned at a moment in the window of the operation, and later it was, so the grant came after. */
    boolean grantedAfter(Operation operation) {
        boolean aliveLater = lastConfirmedFrom > operation.to();
        if (aliveLater && operation.from() > grantFrom) {
            grantFrom = operation.from();
            notYet = operation;
        }
        return aliveLater;
    }

    /**
     * An operation was confirmed before the grant is possible: before each of its acquires, or before and after its
     * end.
     */
    Optional<Conflict> comesBack() {
        if (grantFrom <= grantTo) {
            return Optional.empty();
        }
        boolean gone = notYet != null;
        Conflict.Kind kind = gone ? Conflict.Kind.CAME_BACK : Conflict.Kind.NEVER_ACQUIRED;
        return Optional.of(new Conflict(kind, this, null, gone ? notYet : firstEnded(), 0));
    }

    Operation lastConfirmed() {
        return confirmed.get(confirmed.size() - 1);
    }

    private Operation firstEnded() {
        return Collections.min(confirmed, Comparator.comparingLong(Operation::to));
    }

    void notOwnedAt(Operation operation) {
        if (operation.from() > grantTo && operation.to() < overAt) {
            overAt = operation.to();
            notOwner = operation;
        }
    }

    void sort() {
        confirmed.sort(Comparator.comparingLong(Operation::from));
        unknown.sort(Comparator.comparingLong(Operation::from));
    }

    long grantFrom() {
        return grantFrom;
    }

    long grantTo() {
        return grantTo;
    }

    /** When the last of all confirmations was sent. */
    long lastConfirmedFrom() {
        return lastConfirmedFrom;
    }

    long lastToken() {
        return lastToken;
    }

    Operation first() {
        return confirmed.get(0);
    }

    Share share() {
        return first().share();
    }

    String owner() {
        return first().owner();
    }

    String process() {
        return first().process();
    }
}
