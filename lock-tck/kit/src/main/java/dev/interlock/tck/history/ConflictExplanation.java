// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Explains a conflict in sentences, for the reader of a counter-example. For one thread. */
final class ConflictExplanation {

    private final long start;

    ConflictExplanation(long start) {
        this.start = start;
    }

    String tell(Conflict conflict) {
        return switch (conflict.kind()) {
            case TOKEN_TWICE -> twice(hold(conflict), before(conflict));
            case NEVER_ACQUIRED -> neverAcquired(conflict.hold(), operation(conflict));
            case CAME_BACK -> cameBack(hold(conflict), operation(conflict));
            case NO_ROOM -> noRoom(hold(conflict), before(conflict), conflict.limit());
            case LAPSED -> lapsed(hold(conflict), operation(conflict), conflict.limit());
            case ENDED_EARLY -> endedEarly(hold(conflict), operation(conflict), conflict.limit());
            case NO_GAP -> noGap(hold(conflict), operation(conflict));
        };
    }

    private String twice(RecordedHold hold, RecordedHold before) {
        return lock(hold) + "token " + hold.firstToken + " was given out twice: to " + before.process() + " "
                + window(before.first()) + " (" + tokens(before) + ") and to " + hold.process() + " "
                + window(hold.first()) + " (" + tokens(hold) + ").";
    }

    private String neverAcquired(@Nullable RecordedHold hold, Operation operation) {
        String confirmed = confirmed(operation);
        Operation release = hold == null ? null : hold.release;
        return release == null
                ? confirmed + ", but no acquire of that owner can have been granted by then: each was refused or met"
                        + " another holder, or came later, or there was none."
                : confirmed + ", but that owner had released already, " + window(release) + ": it had nothing left.";
    }

    private String cameBack(RecordedHold hold, Operation gone) {
        Operation again = hold.lastConfirmed();
        return lock(hold) + hold.process() + " had been granted " + tokens(hold) + " by " + at(hold.grantTo())
                + (gone.outcome() == Phase.OK ? " and had released it " : " and was told 'not owner' ")
                + window(gone) + ", yet the store confirmed the same token again, " + window(again)
                + ": a hold that was over came back.";
    }

    private String confirmed(Operation operation) {
        String what = operation.action() == Action.RELEASE
                ? "a release"
                : operation.action() == Action.RENEW ? "a renewal" : "an acquire";
        return "'" + operation.lock() + "': the store confirmed " + what + " of " + operation.process() + " "
                + window(operation);
    }

    private String noRoom(RecordedHold hold, RecordedHold before, long end) {
        String later = hold.process() + " was granted " + tokens(hold) + " by " + at(hold.grantTo());
        if (before.grantFrom() > hold.grantTo()) {
            return lock(hold) + later + ", yet the smaller " + tokens(before) + " was granted to " + before.process()
                    + " only after " + at(before.grantFrom()) + ": tokens must grow from grant to grant.";
        }
        Share share = hold.share();
        boolean fit = (long) before.share().units() + share.units() <= share.limit();
        if (fit && before.grantFrom() < end && end <= before.grantTo()) {
            return lock(hold) + later + ", yet there was no room for the smaller " + tokens(before) + " of "
                    + before.process() + " before " + at(end) + ": tokens must grow from grant to grant.";
        }
        boolean same = before.owner().equals(hold.owner());
        return lock(hold) + before.process() + " had the lock with " + tokens(before) + " until " + at(end)
                + " at least (" + why(before) + "), but " + later
                + (same
                        ? ": a second grant while the first one lasts."
                        : fit ? ": with others, more than " + share.limit() + " units." : ": two owners at a time.");
    }

    private String why(RecordedHold hold) {
        Operation release = hold.release;
        if (release != null && !hold.releaseMayEndAnother) {
            return "its release was sent only then";
        }
        Operation last = hold.lastConfirmed();
        String proof = last.action() == Action.RENEW ? "renewed " : "granted ";
        String given = proof + "no earlier than " + at(last.from()) + " for " + Times.millis(last.promiseNanos());
        return given
                + (hold.mayEndFrom == Times.NEVER
                        ? ", not released"
                        : ", a release was sent at " + at(hold.mayEndFrom));
    }

    private String lapsed(RecordedHold hold, Operation operation, long reach) {
        return confirmed(operation) + " for " + tokens(hold) + ", but that lease had run out by " + at(reach)
                + " at the latest: a lease that is over came back.";
    }

    private String endedEarly(RecordedHold hold, Operation operation, long end) {
        return lock(hold) + "the store told " + hold.process() + " 'not owner' by " + at(operation.to())
                + ", but its hold with "
                + tokens(hold) + " was good until " + (end == Times.NEVER ? "its release" : at(end))
                + " (" + why(hold) + ") and nothing had ended it: the lock was lost early.";
    }

    private String noGap(RecordedHold hold, Operation operation) {
        return confirmed(operation)
                + ", so that owner had the lock then, but throughout that time it belonged to others: " + hold.process()
                + " had " + tokens(hold) + " (" + why(hold) + ").";
    }

    private static String lock(RecordedHold hold) {
        return "'" + hold.first().lock() + "': ";
    }

    private static String tokens(RecordedHold hold) {
        return hold.lastToken() == hold.firstToken
                ? "token " + hold.firstToken
                : "tokens " + hold.firstToken + " to " + hold.lastToken();
    }

    private String window(Operation operation) {
        return "between " + at(operation.from()) + " and " + at(operation.over());
    }

    private String at(long nanos) {
        return nanos == Times.NEVER ? "any later time" : Times.since(start, nanos);
    }

    private static RecordedHold hold(Conflict conflict) {
        return Objects.requireNonNull(conflict.hold());
    }

    private static RecordedHold before(Conflict conflict) {
        return Objects.requireNonNull(conflict.before());
    }

    private static Operation operation(Conflict conflict) {
        return Objects.requireNonNull(conflict.operation());
    }
}
