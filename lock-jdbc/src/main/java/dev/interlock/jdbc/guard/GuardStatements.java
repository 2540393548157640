// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

/** The statements of a guard, by their names. */
@FunctionalInterface
interface GuardStatements {

    String text(String name);
}
