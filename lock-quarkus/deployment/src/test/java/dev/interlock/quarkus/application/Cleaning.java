// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Takes a lock when the application ends. */
@Startup
@ApplicationScoped
class Cleaning {

    /** A system property, because the test sees the classes of its application no more when that has ended. */
    static final String TOKEN = "dev.interlock.quarkus.cleaning";

    @Inject
    LockClient client;

    @PreDestroy
    void clean() {
        try (LockHandle handle = client.lock("cleaning").tryAcquire().orElseThrow()) {
            System.setProperty(TOKEN, String.valueOf(handle.fencingToken()));
        }
    }
}
