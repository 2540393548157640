// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.health;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** The health indicator {@code locks} for Boot 4: down if a store of locks does not answer. Thread-safe. */
final class LockHealthOfBoot4 extends AbstractHealthIndicator {

    private final StoreQuestion question;

    LockHealthOfBoot4(StoreQuestion question) {
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
