// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import io.micronaut.context.annotation.Requires;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.core.order.Ordered;
import jakarta.inject.Singleton;

/**
 * Closes the client as the last that happens before beans are destroyed. Later is too late: the client may release by a
 * pool or a session of the application, and nothing makes Micronaut keep those until then.
 */
@Singleton
@Requires(beans = LazyLockClient.class)
final class LockClientShutdownListener implements ApplicationEventListener<ShutdownEvent>, Ordered {

    private final LazyLockClient client;

    LockClientShutdownListener(LazyLockClient client) {
        this.client = client;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ShutdownEvent event) {
        client.close();
    }
}
