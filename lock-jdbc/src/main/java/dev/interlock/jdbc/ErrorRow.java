// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

/**
 * What one row of a dialect's table of errors says. Immutable.
 *
 * @param meaning what the error says about the step
 * @param what what happened, to follow the name of the store
 * @param wayOut what to do about it
 */
record ErrorRow(Meaning meaning, String what, String wayOut) {}
