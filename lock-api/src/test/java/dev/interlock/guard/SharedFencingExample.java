// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.DistributedReadWriteLock;
import dev.interlock.LockHandle;
import java.util.Map;

/** The example of docs/fencing.md for readers and writers: compiled and run here, compared with the text in lock-tck. */
abstract class SharedFencingExample {

    abstract String render(String price);

    void run(
            DistributedReadWriteLock prices,
            FencingDomain domain,
            FencingGuard guard,
            Map<String, String> source,
            Map<String, String> cache)
            throws InterruptedException {
        try (LockHandle handle = prices.read().acquire()) {
            String price = guard.claim(domain.reading(handle), () -> source.get("tea")); // claims, then reads
            String page = render(price);
            guard.claim(domain.reading(handle), () -> cache.put("tea", page)); // refused if a later writer has claimed
        }
        try (LockHandle handle = prices.write().acquire()) {
            guard.claim(domain.writing(handle), () -> {
                source.put("tea", "4.20");
                return cache.remove("tea");
            });
        }
    }
}
