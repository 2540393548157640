// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.Holder;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The tokens of a store of a later generation, as the client sees them. Immutable.
 *
 * @param generation 1 to {@value NewGeneration#MOST}
 */
record Raised(int generation) {

    /** The grant with the client's token; empty if the store's own token has no room in the generation. */
    OptionalLong token(Grant own) {
        return NewGeneration.raised(generation, own.token(), own.attempt().tokens());
    }

    /** An outcome with the client's token. A grant without one is released, and refused. */
    AcquireOutcome outcome(AcquireOutcome own, String store, Function<Attempt, ReleaseOutcome> release) {
        if (!(own instanceof AcquireOutcome.Granted granted)) {
            return own;
        }
        Grant grant = granted.grant();
        OptionalLong token = token(grant);
        if (token.isPresent()) {
            return new AcquireOutcome.Granted(withToken(grant, token.getAsLong()));
        }
        return release.apply(grant.attempt()) instanceof ReleaseOutcome.Unknown unknown
                ? new AcquireOutcome.Unknown(unknown.cause())
                : new AcquireOutcome.Refused(outOfTokens(grant, store), false);
    }

    LockUnavailableException outOfTokens(Grant own, String store) {
        return new LockUnavailableException(
                "'" + own.attempt().name() + "' not acquired: the token " + own.token() + " of " + store
                        + " has no place in generation " + generation + ", which ends at 2^" + NewGeneration.TOKEN_BITS,
                null);
    }

    Grant withToken(Grant grant, long token) {
        return Grant.of(grant.attempt(), token, grant.sentNanos(), grant.lease());
    }

    /** The grant as the store gave it. */
    Grant own(Grant raised) {
        return withToken(raised, ownToken(raised.token()));
    }

    long ownToken(long raised) {
        return Math.max(1, raised - NewGeneration.base(generation));
    }

    Holder shown(Holder own) {
        Holder shown = new Holder(shownToken(own.fencingToken()), own.remaining(), HolderMark.hint(own));
        return own.isRetained() ? shown.retained() : shown;
    }

    long shownToken(long own) {
        return NewGeneration.raised(generation, own, 1).orElse(own);
    }
}
