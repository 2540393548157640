// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/** One acquisition, as a {@link CallerListener} sees it. */
@FunctionalInterface
public interface LockCall {

    /**
     * A text that is stored with the lock if this acquisition gets it from the store, after the client's own
     * {@link ClientOptions#holderHint} and a space: {@link LockClient#inspect} shows both. Called once, on the calling
     * thread. A hand-off and the reuse of a retained lock send no request, so they leave the text of the grant.
     *
     * @return printable ASCII; the client replaces other characters by {@code ?}. Both texts together have at most
     *     {@value ClientOptions#MAX_HINT} characters, and the client cuts its own first. Null adds nothing.
     */
    default @Nullable String holderHint() {
        return null;
    }

    /**
     * The acquisition ended. Called on the listener's thread, just before {@link LockListener#on} gets the same event. Each
     * lock of a set has its own call. It ends with the grant of its lock, or with the event that ends the whole set, which
     * may be that of another lock. A set may acquire a lock again, so its call can end several times. If the outcome of the
     * set is unknown, the calls of the locks that it had not asked for do not end.
     *
     * @param event {@link LockEvent.Acquired}, {@link LockEvent.Taken}, {@link LockEvent.TimedOut},
     *     {@link LockEvent.Cancelled}, {@link LockEvent.Unavailable} or {@link LockEvent.OutcomeUnknown}; later versions
     *     may add others
     */
    void ended(LockEvent event);
}
