// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.OpenOperation;
import java.time.Duration;

/**
 * What users do under a lock: check that it is held, read, think, write. From the check to the answer to the write the process
 * acts in the belief that it holds, whatever happens to it meanwhile; that is what goes into the history. Thread-safe.
 */
final class Acting {

    private final RemoteThings things;
    private final HistoryWriter history;
    private final String process;

    Acting(RemoteThings things, HistoryWriter history, String process) {
        this.things = things;
        this.history = history;
        this.process = process;
    }

    /** Adds one to a thing. */
    Answer on(LockHandle handle, String thing) {
        long token = handle.fencingToken();
        try {
            handle.ensureHeld(Duration.ZERO);
        } catch (LockLostException e) {
            return Answer.fail(e.toString());
        }
        OpenOperation belief = history.invoke(Action.BELIEVE, handle.lockName(), process + "/" + token, 0);
        try {
            SharedThings.Reply read = things.read(thing, token);
            return read instanceof SharedThings.Reply.Done seen
                    ? answer(things.write(thing, token, seen.value() + 1))
                    : answer(read);
        } finally {
            belief.ok();
        }
    }

    private static Answer answer(SharedThings.Reply reply) {
        return reply instanceof SharedThings.Reply.Done done
                ? Answer.ok("", done.value())
                : Answer.fail(((SharedThings.Reply.Refused) reply).reason());
    }
}
