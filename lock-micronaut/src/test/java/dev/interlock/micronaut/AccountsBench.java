// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import io.micronaut.context.ApplicationContext;
import java.util.Map;

/** An application with {@link Accounts} on locks in memory, and its client, which sees what is free. */
final class AccountsBench implements AutoCloseable {

    private final ApplicationContext context;
    final LockClient client;
    final Accounts accounts;

    /**
     * Starts it.
     *
     * @param wait as {@code locks.wait}
     */
    AccountsBench(String wait) {
        context = ApplicationContext.run(Map.of("locks.backend", "memory", "locks.wait", wait));
        client = context.getBean(LockClient.class);
        accounts = context.getBean(Accounts.class);
    }

    boolean isFree(String name) {
        var handle = client.lock(name).tryAcquire();
        handle.ifPresent(LockHandle::close);
        return handle.isPresent();
    }

    @Override
    public void close() {
        context.close();
    }
}
