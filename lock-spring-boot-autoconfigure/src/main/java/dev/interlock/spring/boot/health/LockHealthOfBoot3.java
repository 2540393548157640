// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.health;

import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/** The health indicator {@code locks} for Boot 3.5: down if a store of locks does not answer. Thread-safe. */
final class LockHealthOfBoot3 extends AbstractHealthIndicator {

    private final StoreQuestion question;

    LockHealthOfBoot3(StoreQuestion question) {
        super("The stores of locks could not be asked");
        this.question = question;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws InterruptedException {
        StoreQuestion.Answer answer = question.ask();
        Throwable failure = answer.failure();
        (failure == null ? builder.up() : builder.down(failure)).withDetails(answer.backends());
    }
}
