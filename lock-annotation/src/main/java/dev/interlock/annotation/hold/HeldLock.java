// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.hold;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.MultiLockHandle;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The hold of one call. A framework can carry it further than the call, to other threads and to work that continues
 * after it. So this class records which thread runs the method's body: a call on that thread ends before the method
 * does. Thread-safe.
 */
public final class HeldLock {

    private final LockClient client;
    private final String method;
    private final LockHold hold;
    private volatile @Nullable Thread runner;

    /**
     * A hold that was granted to a call.
     *
     * @param client the client of the locks
     * @param method the method, for messages
     * @param hold the grant
     */
    public HeldLock(LockClient client, String method, LockHold hold) {
        this.client = client;
        this.method = method;
        this.hold = hold;
    }

    /**
     * Returns the same hold for a nested call.
     *
     * @param nested the method of that call, for messages
     * @return a hold that knows no thread yet
     */
    public HeldLock again(String nested) {
        return new HeldLock(client, nested, hold);
    }

    /**
     * Returns the grant.
     *
     * @return a {@link LockHandle} or a {@link MultiLockHandle}
     */
    public LockHold hold() {
        return hold;
    }

    /**
     * Returns the method that holds it.
     *
     * @return its text for messages
     */
    public String method() {
        return method;
    }

    /**
     * Runs a part of the method on this thread.
     *
     * @param <T> the type of the result
     * @param <X> the exceptions of the part
     * @param body the part
     * @return its result
     * @throws X as the part
     */
    public <T extends @Nullable Object, X extends Throwable> T running(MethodBody<T, X> body) throws X {
        Thread before = runner;
        runner = Thread.currentThread();
        try {
            return body.run();
        } finally {
            runner = before;
        }
    }

    /**
     * Returns whether a call that this thread makes now ends before the method that has this hold.
     *
     * @return true if this thread runs that method's body
     */
    public boolean isRunByThisThread() {
        return runner == Thread.currentThread();
    }

    /**
     * Returns whether this hold has at least one of some locks.
     *
     * @param locksClient the client of the locks
     * @param names their names
     * @return true if a name is held by the same client
     */
    public boolean hasOneOf(LockClient locksClient, Collection<String> names) {
        return client == locksClient && names.stream().anyMatch(tokens()::containsKey);
    }

    /**
     * Returns the fencing tokens.
     *
     * @return by lock name
     */
    public Map<String, Long> tokens() {
        return hold instanceof LockHandle one
                ? Map.of(one.lockName(), one.fencingToken())
                : ((MultiLockHandle) hold).fencingTokens();
    }

    /**
     * Returns the names of the locks, for messages.
     *
     * @return the names in quotes
     */
    public String quotedNames() {
        return quoted(tokens().keySet());
    }

    /**
     * Writes names for messages.
     *
     * @param names the names
     * @return the names in quotes, sorted
     */
    public static String quoted(Collection<String> names) {
        return names.stream().sorted().collect(Collectors.joining("', '", "'", "'"));
    }

    /**
     * Returns whether the lock was lost.
     *
     * @return true if other holders may be active
     */
    public boolean isLost() {
        return hold.state() == HandleState.LOST;
    }

    /**
     * Creates the exception for a call whose lock was lost.
     *
     * @param call the method that was called, for messages
     * @return the exception
     */
    public LockLostException lostBeforeTheEndOf(String call) {
        return new LockLostException(
                quotedNames() + " was lost before " + call + " ended: others may have been inside (token "
                        + tokens().values().stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + "); do not rely on what it did, let the resource check the token, and raise lease or maxHold"
                        + " if the work takes longer",
                HandleState.LOST);
    }
}
