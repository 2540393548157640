// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import org.junit.jupiter.api.Tag;

/** The use cases on locks in MySQL, in the database of the use cases. */
@Tag("nightly")
final class JdbcUseCasesIT extends UseCasesUnderFaults {

    JdbcUseCasesIT() {
        super("jdbc");
    }
}
