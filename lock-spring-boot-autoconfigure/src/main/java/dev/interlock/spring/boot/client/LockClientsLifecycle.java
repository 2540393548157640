// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import org.springframework.context.SmartLifecycle;

/**
 * Closes the lock clients when the application ends: after its web server, its schedulers and its executors have ended
 * their work, and before its connections end. If the application starts again, the clients connect at their next use.
 */
public final class LockClientsLifecycle implements SmartLifecycle {

    /**
     * The phase: below that of Spring's executors (half of the largest number), web servers and listeners, and above that
     * of the connections of Spring Data (0).
     */
    public static final int PHASE = 1_000;

    private final LockClients clients;
    private volatile boolean running;

    /**
     * Creates the life cycle.
     *
     * @param clients the clients
     */
    public LockClientsLifecycle(LockClients clients) {
        this.clients = clients;
    }

    @Override
    public void start() {
        clients.reopen();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        clients.closeClients();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
