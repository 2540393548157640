// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.management;

import dev.interlock.LockClient;
import io.micronaut.context.annotation.Requires;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.endpoint.health.HealthEndpoint;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Reports whether the store answers. It is a part of readiness and never of liveness, because a restart of this
 * instance does not repair a store. It reads one lock that is never held, on Micronaut's blocking executor, and
 * connects if necessary. At most one such request is pending. Thread-safe.
 */
@Singleton
@Readiness
@Requires(beans = {HealthEndpoint.class, LockClient.class})
@Requires(property = HealthEndpoint.PREFIX + ".locks.enabled", notEquals = "false", defaultValue = "true")
final class LockHealthIndicator implements HealthIndicator {

    /** The time limit for the store, by this instance's clock. */
    static final Duration LIMIT = Duration.ofSeconds(5);

    private static final String NAME = "locks";
    private static final String NEVER_HELD = "interlock-health";

    private final LockClient client;
    private final ExecutorService blocking;
    private final ReentrantLock asking = new ReentrantLock();
    private CompletableFuture<String> question = CompletableFuture.completedFuture("");

    LockHealthIndicator(LockClient client, @Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        this.client = client;
        this.blocking = blocking;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        return Mono.fromFuture(this::asked)
                .timeout(LIMIT)
                .map(backend -> HealthResult.builder(NAME, HealthStatus.UP)
                        .details(Map.of("backend", backend))
                        .build())
                .onErrorResume(failure -> Mono.just(HealthResult.builder(NAME, HealthStatus.DOWN)
                        .exception(explained(failure))
                        .build()));
    }

    /** Returns a copy, so that the timeout of one caller does not end the request of another. */
    private CompletableFuture<String> asked() {
        asking.lock();
        try {
            if (question.isDone()) {
                question = CompletableFuture.supplyAsync(this::ask, blocking);
            }
            return question.copy();
        } finally {
            asking.unlock();
        }
    }

    private String ask() {
        client.inspect(NEVER_HELD);
        return client.capabilities().backend();
    }

    private static Throwable explained(Throwable failure) {
        return failure instanceof TimeoutException
                ? new TimeoutException("the store of the locks did not answer within " + LIMIT.toMillis() + " ms")
                : failure;
    }
}
