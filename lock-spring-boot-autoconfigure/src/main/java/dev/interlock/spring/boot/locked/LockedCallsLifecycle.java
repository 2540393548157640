// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.ClientOptions;
import dev.interlock.annotation.hold.CallsAtWork;
import dev.interlock.spring.boot.client.LockClientsLifecycle;
import dev.interlock.spring.boot.config.ClientProperties;
import dev.interlock.spring.boot.config.ClientSettings;
import dev.interlock.spring.boot.config.InterlockProperties;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * When the application ends, waits for running calls of {@link Locked} methods, up to {@code interlock.close-grace},
 * just before the clients are closed. So a running method can still acquire further locks.
 */
final class LockedCallsLifecycle implements SmartLifecycle {

    private static final String PREFIX = InterlockProperties.PREFIX + ".";

    private final CallsAtWork calls;
    private final ObjectProvider<ClientProperties> main;
    private volatile boolean running;

    LockedCallsLifecycle(CallsAtWork calls, ObjectProvider<ClientProperties> main) {
        this.calls = calls;
        this.main = main;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        ClientProperties properties = main.getIfAvailable();
        Duration grace = properties == null
                ? Duration.ZERO
                : ClientSettings.options(PREFIX, properties, ClientOptions.STANDARD)
                        .closeGrace();
        calls.awaitEnd(grace, PREFIX + "close-grace");
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the clients are closed. */
    @Override
    public int getPhase() {
        return LockClientsLifecycle.PHASE + 1;
    }
}
