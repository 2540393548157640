// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.ReleaseResult;
import java.time.Duration;

/**
 * Interlock with default options, as users configure it, so each hold has a scheduled renewal.
 *
 * @param client the client under test, closed with this
 * @param maxWait the limit of an acquisition's wait; zero means a try, for which some stores get other requests
 */
public record InterlockContender(LockClient client, Duration maxWait) implements Contender, AutoCloseable {

    /**
     * Interlock without waiting.
     *
     * @param client the client under test
     */
    public InterlockContender(LockClient client) {
        this(client, Duration.ZERO);
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public String name() {
        return "Interlock";
    }

    @Override
    public Operation forThread(int thread) {
        DistributedLock lock = client.lock("uncontended-" + thread);
        AcquireOptions options = AcquireOptions.waitAtMost(maxWait);
        return () -> {
            ReleaseResult result = lock.tryAcquire(options)
                    .orElseThrow(() -> new IllegalStateException("'" + lock.name() + "' was not granted"))
                    .release();
            if (result != ReleaseResult.RELEASED) {
                throw new IllegalStateException("'" + lock.name() + "' was not released but " + result);
            }
        };
    }
}
