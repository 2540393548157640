// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.internal.backend.SafeBackend;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.hold.Holds;
import dev.interlock.internal.hold.Release;
import dev.interlock.internal.machine.StackRoom;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.ReleaseOutcome;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The members of locks that were acquired together: the loss of one gives the others back. It does not refer to the
 * user's handle, so that one which is dropped is noticed. Thread-safe.
 */
final class MultiHold {

    private final Holds holds;
    private final List<Hold> members;

    /** The members in the order of their names. */
    MultiHold(Holds holds, List<Hold> members) {
        this.holds = holds;
        this.members = members;
        members.forEach(member -> member.lossNotifier().subscribe(this::lost, holds.threads.compensation));
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
        release(holds.backend, members);
    }

    /** The same without a wait for the store: all members are over for their user at once. Not for users. */
    CompletableFuture<List<ReleaseResult>> releaseAsync() {
        StackRoom.require();
        members.forEach(Hold::measure);
        List<Release> begun = begin(members);
        if (!begun.isEmpty()) {
            holds.releases.add(begun, requests -> send(holds.backend, requests));
        }
        return all(members.stream().map(Hold::released).toList());
    }

    /** Ends when all have ended, with what they ended with. */
    static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> results) {
        return CompletableFuture.allOf(results.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> results.stream().map(CompletableFuture::join).toList());
    }

    /**
     * The same for members in the order of their names: the last one first, or all by one request. Takes no longer than
     * the release of one lock at a store that does not answer (rule ERR-9).
     */
    static void release(SafeBackend backend, List<Hold> members) {
        Optional<BulkSteps> bulk = backend.bulk();
        if (members.size() > 1 && bulk.isPresent()) {
            sendAtOnce(bulk.get(), begin(members));
        } else {
            releaseInTurn(members);
        }
    }

    private static List<Release> begin(List<Hold> members) {
        return members.stream().map(Hold::beginRelease).filter(Objects::nonNull).toList();
    }

    private static void send(SafeBackend backend, List<Release> requests) {
        Optional<BulkSteps> bulk = backend.bulk();
        if (requests.size() > 1 && bulk.isPresent()) {
            sendAtOnce(bulk.get(), requests);
        } else {
            sendInTurn(requests);
        }
    }

    /** No caller waits for the store's answer to any of them. */
    static void releaseInBackground(List<Hold> members) {
        begin(members).forEach(Release::sendInBackground);
    }

    private static void releaseInTurn(List<Hold> members) {
        for (int i = members.size() - 1; i >= 0; i--) {
            if (members.get(i).release() == ReleaseResult.UNKNOWN) {
                releaseInBackground(members.subList(0, i));
                return;
            }
        }
    }

    private static void sendInTurn(List<Release> requests) {
        int left = requests.size();
        try {
            boolean answers = true;
            while (left > 0 && answers) {
                left--;
                requests.get(left).handOffOrSend();
                answers = requests.get(left).result() != ReleaseResult.UNKNOWN;
            }
        } finally {
            requests.subList(0, left).forEach(Release::sendInBackground);
        }
    }

    private static void sendAtOnce(BulkSteps steps, List<Release> requests) {
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
