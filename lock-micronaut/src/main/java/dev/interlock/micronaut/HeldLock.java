// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.MultiLockHandle;
import io.micronaut.core.propagation.PropagatedContext;
import io.micronaut.core.propagation.PropagatedContextElement;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The hold of one call, in Micronaut's propagated context. The context can reach further than the call, to other
 * threads and to work that continues after it. So this class records which thread runs the method's body: a call on
 * that thread ends before the method does. Thread-safe.
 */
final class HeldLock implements PropagatedContextElement {

    private final LockClient client;
    private final LockedMethod method;
    private final LockHold hold;
    private volatile @Nullable Thread runner;

    HeldLock(LockClient client, LockedMethod method, LockHold hold) {
        this.client = client;
        this.method = method;
        this.hold = hold;
    }

    /** Returns the same hold for a nested call. */
    HeldLock again(LockedMethod nested) {
        return new HeldLock(client, nested, hold);
    }

    LockHold hold() {
        return hold;
    }

    LockedMethod method() {
        return method;
    }

    /** The current context plus this hold. */
    PropagatedContext inContext() {
        return PropagatedContext.getOrEmpty().plus(this);
    }

    /** Runs a body with this hold in the current context. */
    <T extends @Nullable Object> T during(Supplier<T> body) {
        return inContext().propagate(() -> running(body));
    }

    /** Runs a part of the method on this thread. */
    <T extends @Nullable Object> T running(Supplier<T> body) {
        Thread before = runner;
        runner = Thread.currentThread();
        try {
            return body.get();
        } finally {
            runner = before;
        }
    }

    /** The fencing tokens by name. */
    Map<String, Long> tokens() {
        return hold instanceof LockHandle one
                ? Map.of(one.lockName(), one.fencingToken())
                : ((MultiLockHandle) hold).fencingTokens();
    }

    /** Returns whether this hold has one of the locks that a call needs. */
    boolean hasOneOf(LockedInvocation call) {
        return client == call.client() && call.locks().names().stream().anyMatch(tokens()::containsKey);
    }

    /** Creates the exception for a call whose lock was lost. */
    LockLostException lostBeforeTheEndOf(LockedMethod call) {
        return new LockLostException(
                LockNames.quoted(tokens().keySet()) + " was lost before " + call.text()
                        + " ended: others may have been inside (token "
                        + tokens().values().stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + "); do not rely on what it did, let the resource check the token, and raise lease or maxHold"
                        + " if the work takes longer",
                HandleState.LOST);
    }

    /** The holds around a call that share a lock with it and whose methods end after it, innermost first. */
    static List<HeldLock> around(LockedInvocation call) {
        PropagatedContext context = PropagatedContext.getOrEmpty();
        if (context.find(HeldLock.class).isEmpty()) {
            return List.of();
        }
        return context.findAll(HeldLock.class)
                .filter(held -> held.runner == Thread.currentThread() && held.hasOneOf(call))
                .toList();
    }
}
