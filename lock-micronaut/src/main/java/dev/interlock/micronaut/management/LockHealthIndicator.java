// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.management;

import dev.interlock.LockClient;
import dev.interlock.annotation.client.StoreQuestion;
import dev.interlock.annotation.client.StoreQuestions;
import io.micronaut.context.annotation.Requires;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.endpoint.health.HealthEndpoint;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Reports whether the store answers. It is a part of readiness and never of liveness, because a restart of this
 * instance does not repair a store. Asks on Micronaut's blocking executor. Thread-safe.
 */
@Singleton
@Readiness
@Requires(beans = {HealthEndpoint.class, LockClient.class})
@Requires(property = HealthEndpoint.PREFIX + ".locks.enabled", notEquals = "false", defaultValue = "true")
final class LockHealthIndicator implements HealthIndicator {

    private static final String NAME = "locks";

    private final LockClient client;
    private final StoreQuestion question;

    LockHealthIndicator(LockClient client, @Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        this.client = client;
        this.question = new StoreQuestion(client, blocking);
    }

    @Override
    public Publisher<HealthResult> getResult() {
        return Mono.fromFuture(question::ask)
                .timeout(StoreQuestion.LIMIT)
                .map(backend -> HealthResult.builder(NAME, HealthStatus.UP)
                        .details(details(backend))
                        .build())
                .onErrorResume(failure -> Mono.just(HealthResult.builder(NAME, HealthStatus.DOWN)
                        .exception(explained(failure))
                        .build()));
    }

    private Map<String, Object> details(String backend) {
        Map<String, List<String>> elections = StoreQuestions.elections(List.of(client));
        return elections.isEmpty() ? Map.of("backend", backend) : Map.of("backend", backend, "elections", elections);
    }

    private static Throwable explained(Throwable failure) {
        return failure instanceof TimeoutException
                ? new TimeoutException(
                        "the store of the locks did not answer within " + StoreQuestion.LIMIT.toMillis() + " ms")
                : failure;
    }
}
