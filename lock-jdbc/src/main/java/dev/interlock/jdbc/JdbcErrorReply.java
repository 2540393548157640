// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

/**
 * An error that a database is known to answer with, as described in the tables {@link MysqlErrorCode},
 * {@link MariadbErrorCode} and {@link PostgresErrorCode}. Immutable.
 *
 * @param kind what the error says about the step
 * @param what what happened, to follow the name of the store
 * @param wayOut what to do about it
 */
record JdbcErrorReply(JdbcErrorKind kind, String what, String wayOut) {}
