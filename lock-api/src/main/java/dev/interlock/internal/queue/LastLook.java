// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import dev.interlock.LockException;
import dev.interlock.LockUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of a lock without asking the store. Immutable.
 *
 * @param kind how far the request of the head has come
 * @param failure why it says nothing of the lock, if it failed or is not on its way
 */
public record LastLook(Kind kind, @Nullable LockException failure) {

    enum Kind {
        /** Its answer will come soon. */
        ON_ITS_WAY,
        /** This client holds the lock, or the store said that another does. */
        TAKEN,
        /** The store gave no answer. */
        FAILED,
        /** The head has no thread to ask on, and may not get one for long. */
        UNASKED
    }

    static final LastLook NONE = new LastLook(Kind.ON_ITS_WAY, null);

    public static final LastLook TAKEN = new LastLook(Kind.TAKEN, null);

    public static LastLook failed(LockException failure) {
        return new LastLook(Kind.FAILED, failure);
    }

    static LastLook unasked() {
        return new LastLook(Kind.UNASKED, new LockUnavailableException("it waits for a thread to ask on", null));
    }

    public boolean taken() {
        return kind == Kind.TAKEN;
    }

    /** Whether it says something to the waiters behind the head. */
    public boolean isKnown() {
        return kind == Kind.TAKEN || kind == Kind.FAILED;
    }
}
