// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.LockName;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What a guard in memory keeps of a name. All fields are used under its lock. */
final class Seen {

    final ReentrantLock lock = new ReentrantLock();
    boolean forgotten;
    private int generation;

    /** The greatest token of all, and the greatest that claimed to write. Without readers they are the same. */
    private long token;

    private long wrote;

    /** The latest claim that was accepted: that of the effect that runs, if one runs. */
    private @Nullable Record latest;

    private long latestToken;

    void check(FencingClaim claim) {
        if (claim.isOlderThan(generation, token)) {
            throw claim.refusal(generation, token);
        }
        requireNoOtherEffect(claim, claim.lock(), claim.token());
    }

    void check(ReadingClaim claim) {
        if (claim.isOlderThan(generation, wrote)) {
            throw claim.refusal(generation, claim.domain().generation() == generation ? wrote : token);
        }
        requireNoOtherEffect(claim, claim.lock(), claim.token());
    }

    private void requireNoOtherEffect(Record claim, LockName name, long claimed) {
        if (lock.getHoldCount() > 1 && !claim.equals(latest)) {
            throw new IllegalStateException("'" + name + "' not claimed with token " + claimed
                    + ": this thread is within an effect for token " + latestToken
                    + ", which is not over: end it first");
        }
    }

    void record(FencingClaim claim) {
        generation = claim.domain().generation();
        token = claim.token();
        wrote = claim.token();
        latest = claim;
        latestToken = claim.token();
    }

    void record(ReadingClaim claim) {
        if (claim.domain().generation() != generation) {
            generation = claim.domain().generation();
            token = 0;
            wrote = 0;
        }
        token = Math.max(token, claim.token());
        latest = claim;
        latestToken = claim.token();
    }
}
