// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import io.micronaut.context.annotation.Requires;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.ShutdownEvent;
import jakarta.inject.Singleton;

/**
 * Closes the client before any bean is destroyed: it may release by a pool or a session of the application, and nothing
 * tells Micronaut that those must outlive it.
 */
@Singleton
@Requires(beans = LazyLockClient.class)
final class LockClientShutdownListener implements ApplicationEventListener<ShutdownEvent> {

    private final LazyLockClient client;

    LockClientShutdownListener(LazyLockClient client) {
        this.client = client;
    }

    @Override
    public void onApplicationEvent(ShutdownEvent event) {
        client.close();
    }
}
