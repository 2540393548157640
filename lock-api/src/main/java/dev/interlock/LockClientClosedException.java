// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * The client is closed, or was closed while the caller waited. An acquisition that ends with it has not acquired the
 * lock; a grant that arrives later is released. It says nothing about the store.
 */
public final class LockClientClosedException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the store, and the lock if one was requested
     */
    public LockClientClosedException(String message) {
        super(message, null);
    }
}
