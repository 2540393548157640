// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.LockPart;
import dev.interlock.tck.history.OpenOperation;
import java.time.Duration;

/**
 * An update of a resource under a lock, as applications write it: check that the lock is held, read, write. From the
 * check to the answer of the write, the process believes that it holds the lock, whatever happens meanwhile. The belief
 * goes into the history. Thread-safe.
 */
final class LockedUpdate {

    private final RemoteResources resources;
    private final HistoryWriter history;
    private final String process;

    LockedUpdate(RemoteResources resources, HistoryWriter history, String process) {
        this.resources = resources;
        this.history = history;
        this.process = process;
    }

    /** Adds one to a resource, or only looks at it under a lock that others may hold at the same time. */
    CommandResult on(LockHandle handle, String resource) {
        long token = handle.fencingToken();
        try {
            handle.ensureHeld(Duration.ZERO);
        } catch (LockLostException e) {
            return CommandResult.fail(e.toString());
        }
        LockPart part = LockPart.of(handle.lockName());
        OpenOperation belief = history.invoke(Action.BELIEVE, part, process + "/" + token, 0);
        try {
            if (!part.isWhole()) {
                return answer(resources.look(resource));
            }
            SharedResources.Reply read = resources.read(resource, token);
            return read instanceof SharedResources.Reply.Done seen
                    ? answer(resources.write(resource, token, seen.value() + 1))
                    : answer(read);
        } finally {
            belief.ok();
        }
    }

    private static CommandResult answer(SharedResources.Reply reply) {
        return reply instanceof SharedResources.Reply.Done done
                ? CommandResult.ok("", done.value())
                : CommandResult.fail(((SharedResources.Reply.Refused) reply).reason());
    }
}
