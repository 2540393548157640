// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.health;

import dev.interlock.annotation.client.StoreQuestion;
import dev.interlock.annotation.client.StoreQuestions;
import dev.interlock.quarkus.client.ApplicationThreads;
import dev.interlock.quarkus.client.LockClients;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Whether the stores of all configured clients answer. Thread-safe. */
@Readiness
@Singleton
public final class LockReadiness implements HealthCheck {

    private final StoreQuestions stores;

    /** Of the container. */
    LockReadiness(LockClients clients) {
        this.stores = new StoreQuestions(clients::all, new ApplicationThreads("interlock-quarkus-health"));
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("Interlock lock stores").up();
        try {
            StoreQuestions.Answer answer = stores.ask();
            answer.backends().forEach(response::withData);
            answer.elections()
                    .forEach((state, names) -> response.withData("elections." + state, String.join(", ", names)));
            answer.failures().forEach((name, failure) -> response.down().withData(name, describe(failure)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            response.down();
        }
        return response.build();
    }

    /** Only the kind of a failure, because this page is public in many applications. */
    private static String describe(Throwable failure) {
        return failure instanceof TimeoutException
                ? "no answer within " + StoreQuestion.LIMIT.toMillis() + " ms"
                : "not available";
    }

    @PreDestroy
    void close() {
        stores.close();
    }
}
