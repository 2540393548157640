// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockClient;
import dev.interlock.annotation.cases.LockedCases;
import dev.interlock.annotation.cases.LockedMethods;
import io.micronaut.context.ApplicationContext;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** What {@link Locked} means in each framework. */
final class LockedCasesTest extends LockedCases {

    private final ApplicationContext context = ApplicationContext.run(
            Map.of("locks.backend", "memory", "locks.wait", "unlimited", "locks.close-grace", "0s"));

    @AfterEach
    void stop() {
        context.close();
    }

    @Override
    protected LockedMethods methods() {
        return context.getBean(MicronautMethods.class);
    }

    @Override
    protected LockClient client() {
        return context.getBean(LockClient.class);
    }
}
