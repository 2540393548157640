// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.ReleaseOutcome;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The tenures of locks that were acquired together: the loss of one gives the others back. It does not refer to the
 * user's handle, so that one which is dropped is noticed. Thread-safe.
 */
final class MultiHold {

    private final Engine engine;
    private final List<Tenure> tenures;

    /** The tenures in the order of their names. */
    MultiHold(Engine engine, List<Tenure> tenures) {
        this.engine = engine;
        this.tenures = tenures;
        tenures.forEach(tenure -> tenure.lossNotifier().subscribe(this::lost, engine.pools.compensation));
    }

    /** Those that have a lock-delay stay closed as well: what is under way may be under way on any of them. */
    private void lost(LockLost loss) {
        if (loss.cause() == LossCause.CLIENT_CLOSED) {
            // The close ends all of them as lost; a release here would make some of them end as released.
            return;
        }
        tenures.forEach(tenure -> tenure.loseTogether(loss));
        release();
    }

    List<Tenure> tenures() {
        return tenures;
    }

    /** Gives back all that is still held; each tenure knows what became of its release. */
    void release() {
        StackRoom.requireToEnd();
        tenures.forEach(Tenure::measure);
        release(engine, tenures);
    }

    /**
     * The same for tenures in the order of their names: the last one first, or all by one request. Takes no longer than
     * the release of one lock at a store that does not answer (rule ERR-9).
     */
    static void release(Engine engine, List<Tenure> tenures) {
        Optional<BulkSteps> bulk = engine.backend.bulk();
        if (tenures.size() > 1 && bulk.isPresent()) {
            releaseAtOnce(bulk.get(), tenures);
        } else {
            releaseInTurn(tenures);
        }
    }

    /** Nobody waits for the store's word on any of them. */
    static void releaseInBackground(List<Tenure> tenures) {
        tenures.stream().map(Tenure::beginRelease).filter(Objects::nonNull).forEach(ReleaseRequest::sendInBackground);
    }

    private static void releaseInTurn(List<Tenure> tenures) {
        for (int i = tenures.size() - 1; i >= 0; i--) {
            if (tenures.get(i).release() == ReleaseResult.UNKNOWN) {
                releaseInBackground(tenures.subList(0, i));
                return;
            }
        }
    }

    private static void releaseAtOnce(BulkSteps steps, List<Tenure> tenures) {
        List<ReleaseRequest> requests = tenures.stream()
                .map(Tenure::beginRelease)
                .filter(Objects::nonNull)
                .toList();
        if (requests.isEmpty()) {
            return;
        }
        int sent = 0;
        try {
            List<ReleaseOutcome> outcomes = steps.releaseAll(
                    requests.stream().map(ReleaseRequest::attempt).toList());
            boolean answers = true;
            while (sent < requests.size()) {
                ReleaseOutcome outcome = outcomes.get(sent);
                ReleaseRequest request = requests.get(sent);
                sent++;
                if (answers || !(outcome instanceof ReleaseOutcome.Unknown)) {
                    request.send(() -> outcome);
                    answers &= request.result() != ReleaseResult.UNKNOWN;
                } else {
                    request.sendInBackground();
                }
            }
        } finally {
            // Each must end, or a second release of the set would wait for its result for ever.
            requests.subList(sent, requests.size()).forEach(ReleaseRequest::sendInBackground);
        }
    }
}
