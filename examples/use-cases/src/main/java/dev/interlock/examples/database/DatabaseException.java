// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.database;

/** The database failed in the middle: the transaction may or may not have been committed. */
public final class DatabaseException extends RuntimeException {

    private static final long serialVersionUID = 1;

    DatabaseException(String message, Throwable cause) {
        super(message, cause);
    }
}
