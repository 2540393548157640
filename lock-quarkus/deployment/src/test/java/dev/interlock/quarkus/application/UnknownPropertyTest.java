// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A misspelt property ends the start. */
final class UnknownPropertyTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideRuntimeConfigKey("interlock.leese", "5s")
            .assertException(failure -> assertThat(failure)
                    .hasStackTraceContaining(
                            "There is no property interlock.leese: did you mean interlock.lease?"));

    @Test
    void the_application_does_not_start() {
        fail("it has started");
    }
}
