// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of a lock without asking the store: that it is taken, that the look of the one who may ask
 * failed, or nothing yet. Immutable.
 *
 * @param taken whether somebody here holds the lock, or the store said that another does
 * @param failure how the look ended, if the store gave no answer
 */
record LastLook(boolean taken, @Nullable LockException failure) {

    static final LastLook NONE = new LastLook(false, null);

    static final LastLook TAKEN = new LastLook(true, null);

    static LastLook failed(LockException failure) {
        return new LastLook(false, failure);
    }

    /** Whether there is anything to tell to those who did not ask themselves. */
    boolean isKnown() {
        return taken || failure != null;
    }
}
