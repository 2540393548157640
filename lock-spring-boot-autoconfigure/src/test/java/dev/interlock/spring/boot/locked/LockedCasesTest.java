// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.LockClient;
import dev.interlock.annotation.cases.LockedCases;
import dev.interlock.annotation.cases.LockedMethods;
import org.junit.jupiter.api.AfterEach;

/** What {@link Locked} means in each framework. */
final class LockedCasesTest extends LockedCases {

    private final LockedBench bench = new LockedBench(SpringMethods.class).start();

    @AfterEach
    void stop() {
        bench.close();
    }

    @Override
    protected LockedMethods methods() {
        return bench.bean(SpringMethods.class);
    }

    @Override
    protected LockClient client() {
        return bench.client;
    }
}
