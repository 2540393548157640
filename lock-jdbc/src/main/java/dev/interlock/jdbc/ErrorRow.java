// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

/** One row of a dialect's table of errors. */
interface ErrorRow {

    Meaning meaning();

    /** What happened, to follow the name of the store. */
    String what();

    /** What to do about it. */
    String wayOut();

    /** Whether the connection led to a server that takes no writes, as one that was demoted. */
    boolean readOnly();
}
