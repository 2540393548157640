// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.cases;

import dev.interlock.LockClient;
import dev.interlock.annotation.cases.LockedCases;
import dev.interlock.annotation.cases.LockedMethods;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code @Locked} means in each framework. */
final class LockedCasesTest extends LockedCases {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(QuarkusMethods.class).addPackage(LockedCases.class.getPackage()))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("interlock.wait", "60s")
            .overrideConfigKey("interlock.close-grace", "0s");

    @Inject
    QuarkusMethods methods;

    @Inject
    LockClient client;

    @Override
    protected LockedMethods methods() {
        return methods;
    }

    @Override
    protected LockClient client() {
        return client;
    }
}
