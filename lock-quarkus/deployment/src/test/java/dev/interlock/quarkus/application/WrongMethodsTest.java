// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An annotation that cannot be kept ends the build. */
final class WrongMethodsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(WrongMethods.class))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .assertException(failure -> assertThat(failure.getMessage())
                    .contains(
                            "@Locked on WrongMethods.withoutUnit: lease must be a duration with a unit",
                            "WrongMethods.withoutParameter holds #{order}, which is no parameter; there are [id]",
                            "WrongMethods.withSum holds #{id + 1}, which is neither a parameter nor a property",
                            "@Locked on WrongMethods.skipped: onContention = SKIP needs a result",
                            "@Locked on WrongMethods.future: the end of a Future cannot be seen"));

    @Test
    void the_application_is_not_built() {
        fail("it was built");
    }
}
