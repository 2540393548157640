// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples;

/** The use cases on locks in MySQL, in the database of the use cases. */
final class JdbcUseCasesIT extends UseCasesUnderFaults {

    JdbcUseCasesIT() {
        super("jdbc");
    }
}
