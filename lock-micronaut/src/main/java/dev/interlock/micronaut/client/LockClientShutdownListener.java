// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.annotation.client.LazyLockClient;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.core.order.Ordered;
import jakarta.inject.Singleton;

/**
 * Closes the client as the last step before beans are destroyed. Later would be too late: the client may release its
 * locks through a pool or session of the application, which Micronaut may destroy first.
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
