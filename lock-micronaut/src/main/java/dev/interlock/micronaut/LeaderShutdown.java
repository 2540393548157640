// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.core.order.Ordered;
import jakarta.inject.Singleton;

/**
 * Ends the terms of {@link Leader} methods when the context ends, before the wait for {@link Locked} methods and the close of
 * the client. Thread-safe.
 */
@Singleton
final class LeaderShutdown implements ApplicationEventListener<ShutdownEvent>, Ordered {

    private final LeaderMethodProcessor methods;

    LeaderShutdown(LeaderMethodProcessor methods) {
        this.methods = methods;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE - 2;
    }

    @Override
    public void onApplicationEvent(ShutdownEvent event) {
        methods.standDown();
    }
}
