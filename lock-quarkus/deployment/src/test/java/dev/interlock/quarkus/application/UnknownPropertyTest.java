// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Quarkus ends the start at a misspelt property. */
final class UnknownPropertyTest {

    private static final String VALIDATE = "smallrye.config.mapping.validate-unknown";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideRuntimeConfigKey("interlock.leese", "5s")
            // As it is in an application; our build has properties of its own below the same prefix.
            .setBeforeAllCustomizer(() -> System.setProperty(VALIDATE, "true"))
            .setAfterAllCustomizer(() -> System.setProperty(VALIDATE, "false"))
            .assertException(failure -> assertThat(failure).hasStackTraceContaining("interlock.leese"));

    @Test
    void the_application_does_not_start() {
        fail("it has started");
    }
}
