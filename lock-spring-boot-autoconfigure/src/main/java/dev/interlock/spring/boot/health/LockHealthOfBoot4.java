// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.health;

import dev.interlock.annotation.client.StoreQuestions;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** The health indicator {@code locks} for Boot 4: down if a store of locks does not answer. Thread-safe. */
final class LockHealthOfBoot4 extends AbstractHealthIndicator {

    private final StoreQuestions stores;

    LockHealthOfBoot4(StoreQuestions stores) {
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
