// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.health;

import dev.interlock.annotation.client.StoreQuestions;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/** The health indicator {@code locks} for Boot 3.5: down if a store of locks does not answer. Thread-safe. */
final class LockHealthOfBoot3 extends AbstractHealthIndicator {

    private final StoreQuestions stores;

    LockHealthOfBoot3(StoreQuestions stores) {
        super("The stores of locks could not be asked");
        this.stores = stores;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws InterruptedException {
        StoreQuestions.Answer answer = stores.ask();
        answer.failures().values().stream()
                .findFirst()
                .map(builder::down)
                .orElseGet(builder::up)
                .withDetails(answer.backends());
        if (!answer.elections().isEmpty()) {
            builder.withDetail("elections", answer.elections());
        }
    }
}
