// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import static java.util.Objects.requireNonNull;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A model of one lock: its owner, and what each step on it must end in. Each step returns what is wrong with an outcome,
 * or null. Not thread-safe.
 */
final class ExpectedLock {

    private final LockName name;
    private final boolean tellsRest;
    private long greatestToken;
    private @Nullable Owner owner;

    /** Whether a step of an owner may have come after the end of its lease. */
    private boolean late;

    /**
     * Creates a model of a lock that was never held.
     *
     * @param tellsRest whether the store knows what is left of a lease
     */
    ExpectedLock(LockName name, boolean tellsRest) {
        this.name = name;
        this.tellsRest = tellsRest;
    }

    /** The same lock as it is now. */
    ExpectedLock copy() {
        ExpectedLock copy = new ExpectedLock(name, tellsRest);
        copy.greatestToken = greatestToken;
        copy.owner = owner;
        copy.late = late;
        return copy;
    }

    LockName name() {
        return name;
    }

    Optional<Owner> owner() {
        return Optional.ofNullable(owner);
    }

    /** Whether another model of the lock has the same owner and tokens, whenever its lease ends. */
    boolean isLike(ExpectedLock other) {
        Owner mine = owner;
        Owner theirs = other.owner;
        boolean same = mine == null || theirs == null
                ? mine == theirs
                : mine.asked().equals(theirs.asked()) && mine.token() == theirs.token();
        return same && greatestToken == other.greatestToken;
    }

    /** The lease is this one or that of a model which is like this one. */
    void mayEndAs(ExpectedLock other) {
        Owner present = owner;
        if (present != null) {
            owner = present.with(
                    present.lease().orEither(requireNonNull(other.owner).lease()));
        }
    }

    boolean isFree() {
        return owner == null;
    }

    boolean isOwnedBy(Asked asked) {
        return owner != null && owner.asked().equals(asked);
    }

    /** Whether an attempt that another makes must be refused. */
    boolean isClosedTo(Asked asked) {
        return owner != null && !owner.asked().equals(asked);
    }

    /** Whether the lease of an owner may have ended before a step, so that nothing can be said. */
    boolean mayBeOver() {
        return late || (owner != null && owner.lease().mayBeOver());
    }

    @Nullable
    String tried(Asked asked, AcquireOutcome outcome, long began) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            return granted(asked, granted.grant());
        }
        return outcome instanceof AcquireOutcome.Contended contended
                ? refused(asked, contended.retryAfter(), began)
                : "must be granted or contended";
    }

    @Nullable
    String granted(Asked asked, Grant grant) {
        Owner before = owner;
        if (before != null && !before.asked().equals(asked)) {
            return before.asked() + " has the lock, with token " + before.token();
        }
        String wrong = Owner.wrongIn(asked, grant);
        if (wrong != null) {
            return wrong;
        }
        Owner granted = Owner.of(asked, grant);
        if (before == null || !before.isTold()) {
            boolean greater = grant.token() > greatestToken;
            long least = greatestToken;
            late |= before != null && before.lease().mayBeOver();
            owner = before == null ? granted : granted.with(before.lease().orLater(granted.lease()));
            greatestToken = granted.lastToken();
            return greater ? null : "the token must be greater than " + least;
        }
        late |= before.lease().mayBeOver();
        owner = before.with(before.lease().orLater(granted.lease()));
        return grant.token() == before.token() ? null : "the attempt has the lock with token " + before.token();
    }

    /** An attempt that began at a time has been made, and its client was not told how it ended. */
    void triedUntold(Asked asked, long began) {
        Lease lease = Lease.from(began, asked.attempt().lease());
        if (owner == null) {
            owner = Owner.untold(asked, lease);
        } else if (owner.asked().equals(asked)) {
            owner = owner.with(owner.lease().orEither(lease));
        }
    }

    @Nullable
    String refused(Asked asked, Duration retryAfter, long began) {
        Owner present = owner;
        if (present == null) {
            return "the lock is free";
        }
        if (present.asked().equals(asked)) {
            return "the attempt has the lock";
        }
        return retryAfter.isNegative() || (tellsRest && present.lease().isExceededBy(retryAfter, began))
                ? "the pause must be at most the rest of the owner's lease"
                : null;
    }

    @Nullable
    String renewed(Asked asked, Duration lease, RenewOutcome outcome) {
        Owner present = owner;
        if (present == null || !present.asked().equals(asked)) {
            return outcome instanceof RenewOutcome.NotOwner ? null : "the attempt does not own the lock";
        }
        if (!(outcome instanceof RenewOutcome.Renewed renewed)) {
            return "the attempt owns the lock";
        }
        late |= present.lease().mayBeOver();
        owner = present.with(present.lease().renewedBy(Lease.from(renewed.sentNanos(), renewed.lease())));
        return renewed.lease().compareTo(lease) > 0 ? "the lease must be at most " + lease : null;
    }

    /** A renewal that began at a time has been made, and its client was not told how it ended. */
    void renewedUntold(Asked asked, Duration lease, long began) {
        if (isOwnedBy(asked)) {
            Owner present = requireNonNull(owner);
            owner = present.with(present.lease().orEither(Lease.from(began, lease)));
        }
    }

    @Nullable
    String released(Asked asked, ReleaseOutcome outcome) {
        Owner present = owner;
        if (present == null || !present.asked().equals(asked)) {
            return outcome instanceof ReleaseOutcome.NotOwner ? null : "the attempt does not own the lock";
        }
        late |= present.lease().mayBeOver();
        owner = null;
        return outcome instanceof ReleaseOutcome.Released ? null : "the attempt owned the lock";
    }

    @Nullable
    String freed(long token, FreeOutcome outcome) {
        Owner present = owner;
        if (present == null) {
            return outcome instanceof FreeOutcome.NotHeld ? null : "the lock is free";
        }
        if (present.token() != token) {
            return outcome instanceof FreeOutcome.OtherToken other && other.token() == present.token()
                    ? null
                    : "the token of the owner is " + present.token();
        }
        late |= present.lease().mayBeOver();
        owner = null;
        return outcome instanceof FreeOutcome.Freed ? null : "the token is that of the owner";
    }

    @Nullable
    String shown(Optional<Holder> holder, long began) {
        Owner present = owner;
        if (present == null) {
            return holder.isEmpty() ? null : "the lock is free";
        }
        if (holder.isEmpty()) {
            return present.asked() + " has the lock";
        }
        return present.wrongIn(holder.get(), began);
    }

    /** The store has shown that the lease of the owner is over. */
    void ended() {
        owner = null;
    }

    /** The store has lost the lock, and what it knew of former tokens unless those survive that. */
    void lost(boolean tokensSurvive) {
        owner = null;
        greatestToken = tokensSurvive ? greatestToken : 0;
    }

    /** A token that is not the owner's: one of its others, one of a former owner, or one that was never given. */
    long otherToken(Random lot) {
        long near = owner == null ? greatestToken : owner.token();
        long token = Math.max(1, near - 2 + lot.nextInt(5));
        return token == near ? near + 1 : token;
    }
}
