// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.LockName;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.ReadingClaim;
import java.util.List;

/**
 * What a claim does to one row of the guard's table. The row of the writing half of a lock for readers and writers has
 * the greatest token that claimed to write, the row of the reading half the greatest token of all. Each claim of either
 * kind writes the row of the reading half first, so that the claims of a lock take turns there.
 *
 * @param row the row's lock name
 * @param claim domain and token, and the lock of the handle for messages
 * @param reading whether a greater token in the row is no reason to refuse
 */
record RowClaim(LockName row, FencingClaim claim, boolean reading) {

    private static final String WRITE = "/write";

    /** The rows that a writer, or a holder of an exclusive lock, claims, in order. */
    static List<RowClaim> of(FencingClaim claim) {
        RowClaim own = new RowClaim(claim.lock(), claim, false);
        String name = claim.lock().value();
        if (!name.endsWith(WRITE) || name.length() == WRITE.length()) {
            return List.of(own);
        }
        String lock = name.substring(0, name.length() - WRITE.length());
        return List.of(new RowClaim(new LockName(lock + "/read"), claim, false), own);
    }

    /** The row that a reader claims; that of the writing half it only looks at. */
    static RowClaim of(ReadingClaim claim) {
        return new RowClaim(claim.lock(), new FencingClaim(claim.domain(), claim.lock(), claim.token()), true);
    }

    boolean isRefused(int seenGeneration, long seenToken) {
        return reading ? claim.domain().generation() < seenGeneration : claim.isOlderThan(seenGeneration, seenToken);
    }

    /** The token that the row has afterwards. */
    long raised(int seenGeneration, long seenToken) {
        return reading && claim.domain().generation() == seenGeneration
                ? Math.max(seenToken, claim.token())
                : claim.token();
    }
}
