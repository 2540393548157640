// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;
import java.util.Set;

/**
 * A failure of the store itself, which a backend meets in its own calls: a disk that is full, a row that another
 * transaction keeps, a right that was taken away. A {@link FaultLink} breaks the way to the store instead. What the store
 * keeps for a lock stays as it is: a trouble that takes it away brings it back from a copy in {@link #end}.
 *
 * <p>Each rule asks the fixture for troubles of its own, and rules run at once: two troubles share nothing that one of them
 * breaks. A trouble may begin before it has opened a backend, and may be closed without having begun.
 */
public interface StoreTrouble extends AutoCloseable {

    /**
     * Returns what is wrong, for messages.
     *
     * @return such as {@code another process keeps the files}
     */
    String description();

    /**
     * Opens a backend that meets the trouble, on the same store as the others that this method opens; with several
     * servers, at one that can be reached all the time. The rule waits for its request limit, so make that short.
     *
     * @return a backend that was not started
     */
    LockBackend openBackend();

    /**
     * Begins the trouble, for these locks at least. Backends of the fixture that use other locks must not meet it.
     *
     * @param names the locks; the backend of the trouble owns some of them
     */
    void begin(Set<String> names);

    /** Ends the trouble: when this returns, the store works as before, and new clients can start. */
    void end();

    /**
     * Returns whether every step that fails in this trouble may have been executed. Then no attempt may end as refused. If
     * a step could also fail before its write, {@link #begin} prepares the names for it.
     *
     * @return false; override it for a trouble that can come after a write
     */
    default boolean mayExecute() {
        return false;
    }

    /**
     * Returns whether the trouble passes by itself, as that of a file or a row that others use for a while. Then a
     * waiter asks again until its limit (rule WAIT-1).
     *
     * @return false; override it for a trouble that needs no operator
     */
    default boolean passes() {
        return false;
    }

    /** Ends the trouble, and frees what it uses. The backends are closed by then. */
    @Override
    void close();
}
