// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/** The base class of all lock failures, except invalid arguments. */
public abstract sealed class LockException extends RuntimeException
        permits LockTimeoutException,
                LockLostException,
                LockClientClosedException,
                LockUnavailableException,
                LockOutcomeUnknownException,
                StaleTokenException {

    private static final long serialVersionUID = 1L;

    LockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
