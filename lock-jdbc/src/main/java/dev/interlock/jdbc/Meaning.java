// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

/** What an error of a database says about the step that it ended. */
enum Meaning {
    /** The key is there already: another was faster. */
    DUPLICATE,
    /** Another session keeps our row locked. Not executed. */
    ROW_LOCKED,
    /** Rolled back because of others: the same statement may succeed at once. */
    AGAIN,
    /** Not executed; may heal without anybody's help. */
    LATER,
    /** Not executed: the connection led to a server that takes no writes, as one that was demoted. */
    READ_ONLY,
    /** Not executed; somebody has to do something about it. */
    NEVER,
    /** No connection for now. About a statement that was sent it says nothing. */
    NO_CONNECTION,
    /** No connection until somebody does something about it. About a statement that was sent it says nothing. */
    NO_LOGIN,
    /** The statement may have been executed. */
    UNKNOWN;

    /** Whether it is the answer to a statement, and says that it was not executed. */
    boolean saysNotExecuted() {
        return this != UNKNOWN && this != NO_CONNECTION && this != NO_LOGIN;
    }

    boolean mayHeal() {
        return this != NEVER && this != NO_LOGIN;
    }

    /** Whether the step is worth repeating at once. */
    boolean mayRepeat() {
        return this == DUPLICATE || this == AGAIN;
    }
}
