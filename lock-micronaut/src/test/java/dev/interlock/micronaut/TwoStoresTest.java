// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Primary;
import io.micronaut.context.annotation.Requires;
import io.micronaut.inject.qualifiers.Qualifiers;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An application with two lock clients: each method has the one that it names, whichever is called first. */
final class TwoStoresTest {

    private final ApplicationContext context = ApplicationContext.run(Map.of("test.two-stores", "true"));
    private final LockClient usual = context.getBean(LockClient.class);
    private final LockClient other = context.getBean(LockClient.class, Qualifiers.byName("other"));
    private final Methods methods = context.getBean(Methods.class);

    @AfterEach
    void stop() {
        context.close();
    }

    /** Which of the two clients has the lock of the methods at this moment. */
    private String holders() {
        return (usual.lock("a").tryAcquire().map(TwoStoresTest::released).isPresent() ? "" : "usual")
                + (other.lock("a").tryAcquire().map(TwoStoresTest::released).isPresent() ? "" : "other");
    }

    private static String released(LockHandle handle) {
        handle.close();
        return "free";
    }

    private List<String> called(List<Function<Supplier<String>, String>> order) {
        return order.stream().map(method -> method.apply(this::holders)).toList();
    }

    @Test
    void a_method_without_a_name_called_first_leaves_the_others_their_clients() {
        assertThat(called(List.of(methods::usual, methods::other, methods::usual, methods::other)))
                .containsExactly("usual", "other", "usual", "other");
    }

    @Test
    void a_method_with_a_name_called_first_leaves_the_others_theirs() {
        assertThat(called(List.of(methods::other, methods::usual, methods::other)))
                .containsExactly("other", "usual", "other");
    }

    @Test
    void methods_that_return_a_stage_have_theirs_too() {
        assertThat(methods.usualStage(this::holders).toCompletableFuture().join())
                .isEqualTo("usual");
        assertThat(methods.otherStage(this::holders).toCompletableFuture().join())
                .isEqualTo("other");
        assertThat(methods.usualStage(this::holders).toCompletableFuture().join())
                .isEqualTo("usual");
    }

    /** The clients of the application's own. */
    @Factory
    @Requires(property = "test.two-stores", value = "true")
    static class Clients {

        @Primary
        @Singleton
        @Bean(preDestroy = "close")
        LockClient usual() {
            return LockClient.connect("memory:usual");
        }

        @Named("other")
        @Singleton
        @Bean(preDestroy = "close")
        LockClient other() {
            return LockClient.connect("memory:other");
        }
    }

    /** Methods under one lock of two clients. */
    @Singleton
    @Requires(property = "test.two-stores", value = "true")
    static class Methods {

        @Locked("a")
        String usual(Supplier<String> work) {
            return work.get();
        }

        @Locked(value = "a", client = "other")
        String other(Supplier<String> work) {
            return work.get();
        }

        @Locked("a")
        CompletionStage<String> usualStage(Supplier<String> work) {
            return CompletableFuture.completedFuture(work.get());
        }

        @Locked(value = "a", client = "other")
        CompletionStage<String> otherStage(Supplier<String> work) {
            return CompletableFuture.completedFuture(work.get());
        }
    }
}
