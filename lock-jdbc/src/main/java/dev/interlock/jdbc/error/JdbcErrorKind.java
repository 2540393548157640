// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

/** The kinds of errors of a database, by what they say about the step that they ended. */
public enum JdbcErrorKind {
    /** Not executed: the key is there already, since another client inserted it first. */
    DUPLICATE_KEY,
    /** Not executed: another session keeps our row locked. */
    ROW_LOCKED,
    /** Not executed: rolled back because of another transaction. The same statement may succeed at once. */
    ROLLED_BACK,
    /** Not executed, for a reason that may pass by itself. */
    TRANSIENT,
    /** Not executed: the connection leads to a server that takes no writes, such as a demoted primary. */
    READ_ONLY,
    /** Not executed, for a reason that lasts until an operator removes it. */
    PERMANENT,
    /** No connection for now. It says nothing about a statement that was sent before. */
    NO_CONNECTION,
    /** No connection until an operator acts. It says nothing about a statement that was sent before. */
    NO_LOGIN,
    /** The statement may have been executed. */
    UNKNOWN;

    /** Whether it is the answer to a statement, and says that it was not executed. */
    boolean saysNotExecuted() {
        return this != UNKNOWN && this != NO_CONNECTION && this != NO_LOGIN;
    }

    boolean mayHeal() {
        return this != PERMANENT && this != NO_LOGIN;
    }

    /** Whether the step is worth repeating at once. */
    boolean mayRepeat() {
        return this == DUPLICATE_KEY || this == ROLLED_BACK;
    }
}
