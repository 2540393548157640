// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import java.time.Duration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application whose requests need locks. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Shop {

    /** Answers the requests. */
    @RestController
    static class Orders {

        private final LockClient locks;

        Orders(LockClient locks) {
            this.locks = locks;
        }

        @GetMapping("/taken")
        String taken() throws InterruptedException {
            try (LockHandle handle = locks.lock("secret-order-7").acquire(AcquireOptions.waitAtMost(Duration.ZERO))) {
                return handle.lockName();
            }
        }

        @GetMapping("/unavailable")
        String unavailable() {
            throw new LockUnavailableException("secret-order-7 at redis-host:6379", null);
        }

        @GetMapping("/unknown")
        String unknown() {
            throw new LockOutcomeUnknownException("secret-order-7 at redis-host:6379", Duration.ofSeconds(1), null);
        }
    }
}
