// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.cases;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/**
 * Annotated methods, one for each wish. A framework's module implements them with its own annotation, and each method
 * returns what its body supplies. A name with an id is {@code order-ID}.
 */
public interface LockedMethods {

    /** Waits for {@code order-ID}. */
    <T extends @Nullable Object> T pay(@Nullable String id, Supplier<T> body);

    /** Waits for {@code order-ID}, where the id is a property of the argument. */
    <T> T ship(Order order, Supplier<T> body);

    /** Waits for {@code order-FROM} and {@code order-TO}. */
    <T> T transfer(String from, String to, Supplier<T> body);

    /** Waits at most 20 ms for {@code order-ID}. */
    <T> T payImpatiently(String id, Supplier<T> body);

    /** Fails if {@code order-ID} is taken. */
    <T> T payOrFail(String id, Supplier<T> body);

    /** Skips if {@code order-ID} is taken. */
    <T> Optional<T> payOrSkip(String id, Supplier<Optional<T>> body);

    /** Skips if {@code report} is taken, and keeps it for an hour. */
    void report(Runnable body);

    /** Keeps {@code order-ID} for 50 ms, then its lock is lost. */
    <T> T payBriefly(String id, Supplier<T> body);

    /** Waits for {@code order-ID} and keeps it until the stage ends. */
    <T> CompletionStage<T> payLater(String id, Supplier<CompletionStage<T>> body);

    /** Skips if {@code order-ID} is taken. */
    <T> CompletionStage<T> payLaterOrSkip(String id, Supplier<CompletionStage<T>> body);

    /** Waits for {@code order-ID} and keeps it until the stream ends. */
    <T> Publisher<T> payStreaming(String id, Supplier<Publisher<T>> body);

    /**
     * An order.
     *
     * @param id its id, perhaps null
     */
    record Order(@Nullable String id) {}
}
