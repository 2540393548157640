// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.cases;

import dev.interlock.annotation.OnContention;
import dev.interlock.annotation.cases.LockedMethods;
import dev.interlock.quarkus.Locked;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** The methods of the shared cases. */
@ApplicationScoped
class QuarkusMethods implements LockedMethods {

    @Override
    @Locked("order-#{id}")
    public <T extends @Nullable Object> T pay(@Nullable String id, Supplier<T> body) {
        return body.get();
    }

    @Override
    @Locked("order-#{order.id}")
    public <T> T ship(Order order, Supplier<T> body) {
        return body.get();
    }

    @Override
    @Locked({"order-#{from}", "order-#{to}"})
    public <T> T transfer(String from, String to, Supplier<T> body) {
        return body.get();
    }

    @Override
    @Locked(value = "order-#{id}", waitAtMost = "20ms")
    public <T> T payImpatiently(String id, Supplier<T> body) {
        return body.get();
    }

    @Override
    @Locked(value = "order-#{id}", onContention = OnContention.FAIL)
    public <T> T payOrFail(String id, Supplier<T> body) {
        return body.get();
    }

    @Override
    @Locked(value = "order-#{id}", onContention = OnContention.SKIP)
    public <T> Optional<T> payOrSkip(String id, Supplier<Optional<T>> body) {
        return body.get();
    }

    @Override
    @Locked(value = "report", onContention = OnContention.SKIP, minHold = "1h")
    public void report(Runnable body) {
        body.run();
    }

    @Override
    @Locked(value = "order-#{id}", lease = "50ms", maxHold = "50ms")
    public <T> T payBriefly(String id, Supplier<T> body) {
        return body.get();
    }

    @Override
    @Locked("order-#{id}")
    public <T> CompletionStage<T> payLater(String id, Supplier<CompletionStage<T>> body) {
        return body.get();
    }

    @Override
    @Locked(value = "order-#{id}", onContention = OnContention.SKIP)
    public <T> CompletionStage<T> payLaterOrSkip(String id, Supplier<CompletionStage<T>> body) {
        return body.get();
    }

    @Override
    @Locked("order-#{id}")
    public <T> Publisher<T> payStreaming(String id, Supplier<Publisher<T>> body) {
        return body.get();
    }
}
