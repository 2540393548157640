// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.LockPart;
import dev.interlock.tck.history.OpenOperation;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * An update of a resource under a lock, as applications write it: check that the lock is held, read, write. Thread-safe.
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
        return ifHeld(handle, () -> update(handle, resource));
    }

    /**
     * The same by a caller that believes from its check to the answer of its write that it holds the lock, however long
     * that takes. This belief goes into the history, beside that of the hold, which ends by the clock.
     */
    CommandResult heedless(LockHandle handle, String resource) {
        return ifHeld(handle, () -> {
            OpenOperation belief = history.invoke(
                    Action.BELIEVE, LockPart.of(handle.lockName()), process + "/" + handle.fencingToken(), 0);
            try {
                return update(handle, resource);
            } finally {
                belief.ok();
            }
        });
    }

    private static CommandResult ifHeld(LockHandle handle, Supplier<CommandResult> update) {
        try {
            handle.ensureHeld(Duration.ZERO);
        } catch (LockLostException e) {
            return CommandResult.fail(e.toString());
        }
        return update.get();
    }

    private CommandResult update(LockHandle handle, String resource) {
        if (!LockPart.of(handle.lockName()).isWhole()) {
            return answer(resources.look(resource));
        }
        long token = handle.fencingToken();
        SharedResources.Reply read = resources.read(resource, token);
        return read instanceof SharedResources.Reply.Done seen
                ? answer(resources.write(resource, token, seen.value() + 1))
                : answer(read);
    }

    private static CommandResult answer(SharedResources.Reply reply) {
        return reply instanceof SharedResources.Reply.Done done
                ? CommandResult.ok("", done.value())
                : CommandResult.fail(((SharedResources.Reply.Refused) reply).reason());
    }
}
