// SPDX-License-Identifier: Apache-2.0
package dev.interlock.swap;

import static dev.interlock.AcquireOptions.waitAtMost;

import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/**
 * The README's example as a program. Which store keeps its locks is one line of its configuration, and nowhere else.
 */
final class PayOrders {

    private final String uri;

    /** Reads {@code orders.properties}. */
    PayOrders(Path configuration) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(configuration)) {
            properties.load(reader);
        }
        uri = properties.getProperty("interlock.uri");
    }

    /** Pays so many times. */
    void run(int payments, OrderTable orders) throws InterruptedException {
        try (LockClient client = LockClient.connect(uri)) {
            DistributedLock lock = client.lock("order:42");
            for (int i = 0; i < payments; i++) {
                try (LockHandle handle = lock.acquire(waitAtMost(Duration.ofSeconds(30)))) {
                    handle.ensureHeld(Duration.ofSeconds(1));
                    orders.save("order:42 is paid", handle.fencingToken());
                }
            }
        }
    }
}
