// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.annotation.hold.CallsAtWork;
import dev.interlock.quarkus.Locked;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Has a method at work when the application ends, which takes a further lock while the end waits for it. */
@Startup
@ApplicationScoped
class LastJob {

    /** A system property, as {@link Cleaning} has one. */
    static final String TOKEN = "dev.interlock.quarkus.last-job";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final CompletableFuture<Void> begun = new CompletableFuture<>();

    @Inject
    LockClient client;

    @PreDestroy
    void end() {
        new Thread(this::work, "last-job").start();
        begun.join();
    }

    @Locked("last-job")
    void work() {
        begun.complete(null);
        await("the end of the application waits for the method").atMost(LIMIT).until(LastJob::isAwaited);
        try (LockHandle further = client.lock("further").tryAcquire().orElseThrow()) {
            System.setProperty(TOKEN, String.valueOf(further.fencingToken()));
        }
    }

    private static boolean isAwaited() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals(CallsAtWork.class.getName())
                        && frame.getMethodName().equals("awaitEnd"));
    }
}
