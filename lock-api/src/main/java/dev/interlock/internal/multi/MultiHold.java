// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.internal.backend.SafeBackend;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.hold.Release;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.StackRoom;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.ReleaseOutcome;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The members of locks that were acquired together: the loss of one gives the others back. It does not refer to the
 * user's handle, so that one which is dropped is noticed. Thread-safe.
 */
final class MultiHold {

    private final SafeBackend backend;
    private final List<Hold> members;

    /** The members in the order of their names. */
    MultiHold(SafeBackend backend, ClientThreads threads, List<Hold> members) {
        this.backend = backend;
        this.members = members;
        members.forEach(member -> member.lossNotifier().subscribe(this::lost, threads.compensation));
    }

    /** Members with a lock delay stay closed as well: unfinished work may concern any of them. */
    private void lost(LockLost loss) {
        if (loss.cause() == LossCause.CLIENT_CLOSED) {
            // The close ends all of them as lost; a release here would make some of them end as released.
            return;
        }
        members.forEach(member -> member.loseTogether(loss));
        release();
    }

    List<Hold> members() {
        return members;
    }

    /** Gives back all that is still held; each member knows what became of its release. */
    void release() {
        StackRoom.requireToEnd();
        members.forEach(Hold::measure);
        release(backend, members);
    }

    /**
     * The same for members in the order of their names: the last one first, or all by one request. Takes no longer than
     * the release of one lock at a store that does not answer (rule ERR-9).
     */
    static void release(SafeBackend backend, List<Hold> members) {
        Optional<BulkSteps> bulk = backend.bulk();
        if (members.size() > 1 && bulk.isPresent()) {
            releaseAtOnce(bulk.get(), members);
        } else {
            releaseInTurn(members);
        }
    }

    /** No caller waits for the store's answer to any of them. */
    static void releaseInBackground(List<Hold> members) {
        members.stream().map(Hold::beginRelease).filter(Objects::nonNull).forEach(Release::sendInBackground);
    }

    private static void releaseInTurn(List<Hold> members) {
        for (int i = members.size() - 1; i >= 0; i--) {
            if (members.get(i).release() == ReleaseResult.UNKNOWN) {
                releaseInBackground(members.subList(0, i));
                return;
            }
        }
    }

    private static void releaseAtOnce(BulkSteps steps, List<Hold> members) {
        List<Release> requests = members.stream()
                .map(Hold::beginRelease)
                .filter(Objects::nonNull)
                .toList();
        if (requests.isEmpty()) {
            return;
        }
        int sent = 0;
        try {
            List<ReleaseOutcome> outcomes =
                    steps.releaseAll(requests.stream().map(Release::attempt).toList());
            boolean answers = true;
            while (sent < requests.size()) {
                ReleaseOutcome outcome = outcomes.get(sent);
                Release request = requests.get(sent);
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
            requests.subList(sent, requests.size()).forEach(Release::sendInBackground);
        }
    }
}
