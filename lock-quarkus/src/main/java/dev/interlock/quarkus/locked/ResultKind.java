// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** When a method ends. */
public enum ResultKind {
    /** When it returns. */
    SYNCHRONOUS,
    /** When the {@code CompletionStage} that it returns completes. */
    STAGE,
    /** When the {@code Uni} that it returns ends. */
    UNI,
    /** When the stream that it returns ends. */
    STREAM;

    private static final Set<String> STAGES =
            Set.of(CompletionStage.class.getName(), CompletableFuture.class.getName());
    private static final Set<String> STREAMS = Set.of(
            "io.smallrye.mutiny.Multi",
            "org.reactivestreams.Publisher",
            "reactor.core.publisher.Flux",
            "reactor.core.publisher.Mono");

    /**
     * Returns the kind of a method.
     *
     * @param returned the name of the type that it declares
     * @return when it ends
     */
    public static ResultKind of(String returned) {
        if (STAGES.contains(returned)) {
            return STAGE;
        }
        if (STREAMS.contains(returned)) {
            return STREAM;
        }
        return returned.equals("io.smallrye.mutiny.Uni") ? UNI : SYNCHRONOUS;
    }
}
