// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import dev.interlock.LockException;
import dev.interlock.LockUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of a lock without asking the store. Immutable.
 *
 * @param kind how far the look of the one who may ask has come
 * @param failure why it says nothing of the lock, if it failed or is not on its way
 */
public record LastLook(Kind kind, @Nullable LockException failure) {

    enum Kind {
        /** Its answer will come soon. */
        ON_ITS_WAY,
        /** Somebody here holds the lock, or the store said that another does. */
        TAKEN,
        /** The store gave no answer. */
        FAILED,
        /** The one who may ask has no thread to do it on, and may not have one for long. */
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

    /** Whether there is anything to tell to those who did not ask themselves. */
    public boolean isKnown() {
        return kind == Kind.TAKEN || kind == Kind.FAILED;
    }
}
