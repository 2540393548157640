// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.annotation.hold.CallsAtWork;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.core.order.Ordered;
import io.micronaut.runtime.graceful.GracefulShutdownCapable;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * When the context ends, waits for running calls of {@link Locked} methods, up to {@code locks.close-grace}, before the
 * client is closed and beans are destroyed. So a running method still finds its beans and can acquire further locks.
 * Also takes part in Micronaut's graceful shutdown, if that is enabled. Thread-safe.
 */
@Singleton
final class LockedShutdown implements ApplicationEventListener<ShutdownEvent>, Ordered, GracefulShutdownCapable {

    /** After the application's own listeners for this event, and before the client is closed. */
    private static final int ORDER = LOWEST_PRECEDENCE - 1;

    private final CallsAtWork calls;
    private final Duration grace;

    LockedShutdown(CallsAtWork calls, LockConfiguration configuration) {
        this.calls = calls;
        this.grace = configuration.closeGrace();
    }

    @Override
    public CompletionStage<?> shutdownGracefully() {
        return calls.ended();
    }

    @Override
    public OptionalLong reportActiveTasks() {
        return OptionalLong.of(calls.count());
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public void onApplicationEvent(ShutdownEvent event) {
        calls.awaitEnd(grace, "locks.close-grace");
    }
}
