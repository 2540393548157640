// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.price;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.LockClient;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The prices, in a store that all instances share and that can only be changed article by article. Any number of callers
 * read at the same time; a rebuild is alone, so no caller reads half of one. Thread-safe.
 */
public final class PriceList {

    private static final AcquireOptions WAIT = AcquireOptions.waitAtMost(Duration.ofSeconds(30));

    private final Map<String, Long> store;
    private final DistributedReadWriteLock lock;

    /**
     * Creates the list of one instance.
     *
     * @param store of the prices in cents, shared by all instances
     * @param locks the client of this instance
     */
    public PriceList(Map<String, Long> store, LockClient locks) {
        this.store = store;
        this.lock = locks.readWrite("prices");
    }

    /**
     * Reads all prices, as one rebuild left them.
     *
     * @return a copy
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public Map<String, Long> read() throws InterruptedException {
        return lock.read().withLock(WAIT, handle -> new TreeMap<>(store));
    }

    /**
     * Replaces all prices.
     *
     * @param prices in cents, by article
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public void rebuild(Map<String, Long> prices) throws InterruptedException {
        lock.write().runWithLock(WAIT, handle -> {
            store.clear();
            store.putAll(prices);
        });
    }
}
