// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Share;
import dev.interlock.tck.history.LockPart;
import java.util.HashMap;
import java.util.Map;

/** What each attempt of a client asked for: a renewal and a release do not say it. */
final class PartsOfAttempts {

    private final Map<AttemptId, LockPart> parts = new HashMap<>();

    LockPart of(Attempt attempt, Share share) {
        LockPart part = LockPart.shared(attempt.name().value(), share);
        parts.put(attempt.id(), part);
        return part;
    }

    /** The part of an attempt that may never have been sent. */
    LockPart of(Attempt attempt) {
        return parts.getOrDefault(attempt.id(), LockPart.shared(attempt.name().value(), Share.READ));
    }
}
