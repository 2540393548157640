// SPDX-License-Identifier: Apache-2.0
/**
 * Where messages start and end on a connection: {@link dev.interlock.testbed.wire.Framing} and its protocols.
 *
 * <p>The SQL protocols are read as far as they are, although statements can be told apart by a comment in their text,
 * for three reasons:
 *
 * <ul>
 *   <li>The execution of a prepared statement carries no text. It names a statement by a number (MySQL, MariaDB) or by
 *       a string (PostgreSQL, whose driver does so by itself from the fifth execution on), which must have been seen
 *       when it was prepared.
 *   <li>Drivers pipeline. MariaDB's sends a prepare and its execution in one flight, and requests of other kinds follow
 *       each other without a pause, so "what the server says next" need not be the reply that a fault is for.
 *   <li>A fault holds, splits or drops one whole reply, and neither a read nor a silence tells where that ends: rows
 *       come in many segments, and servers speak unasked (greetings, notices, changes of parameters). In MySQL's
 *       protocol no header tells either: only the contents of the packets say which one is the last, by rules that
 *       depend on the kind of request and on what client and server agreed on at the login.
 * </ul>
 */
@NullMarked
package dev.interlock.testbed.wire;

import org.jspecify.annotations.NullMarked;
