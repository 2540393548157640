// SPDX-License-Identifier: Apache-2.0
/**
 * Where messages start and end on a connection: {@link dev.interlock.testbed.wire.Framing} and its protocols.
 *
 * <p>A comment in a statement's text could distinguish statements. The SQL protocols are parsed to this depth
 * nevertheless, for three reasons:
 *
 * <ul>
 *   <li>The execution of a prepared statement carries no text. It names a statement by a number (MySQL, MariaDB) or by
 *       a string (PostgreSQL, whose driver does so by itself from the fifth execution on). The proxy must have read
 *       that name when the statement was prepared.
 *   <li>Drivers pipeline. MariaDB's sends a prepare and its execution in one flight, and requests of other kinds follow
 *       each other without a pause. So the server's next message need not be the reply that a fault is for.
 *   <li>A fault holds, splits or drops one whole reply, and neither a read nor a silence shows where a reply ends: rows
 *       come in many segments, and servers send unsolicited messages (greetings, notices, changes of parameters). In
 *       MySQL's protocol no header shows it either. Only the contents of the packets decide which one is the last, by
 *       rules that depend on the kind of request and on the capabilities agreed at the login.
 * </ul>
 */
@NullMarked
package dev.interlock.testbed.wire;

import org.jspecify.annotations.NullMarked;
