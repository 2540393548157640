// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One of the two holders of a scenario. Each raises the number by one. A holder that is refused stops for good, as it
 * should.
 */
final class GuardHolder {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final GuardedStore store;
    private final GuardUse.Access access;
    private final FencingClaim claim;
    private @Nullable Long found;
    private int accepted;
    private boolean refused;

    GuardHolder(GuardedStore store, GuardUse.Access access, FencingClaim claim) {
        this.store = store;
        this.access = access;
        this.claim = claim;
    }

    void open() {
        unlessRefused(() -> access.open(claim));
    }

    void read() {
        unlessRefused(() -> found = access.read(claim));
    }

    void write() {
        write(() -> {});
    }

    void all() {
        open();
        read();
        write();
    }

    /**
     * Writes, while the other holder does all its work in a separate thread, until that thread ends or waits for this
     * one.
     */
    void writePausedBy(GuardHolder other) {
        CompletableFuture<Void> work = new CompletableFuture<>();
        Thread thread = new Thread(() -> finish(work, other::all), "newer holder");
        write(() -> {
            thread.start();
            new Awaiter("guard")
                    .await(
                            "the newer holder is done or blocked",
                            () -> work.isDone() || store.isBlocked(thread),
                            LIMIT);
        });
        // If the older holder was refused before its write, the pause never came, and the newer holder has not worked
        // yet.
        if (thread.getState() == Thread.State.NEW) {
            other.all();
        } else {
            work.join();
        }
    }

    int accepted() {
        return accepted;
    }

    private void write(Runnable pause) {
        unlessRefused(() -> {
            access.write(claim, Objects.requireNonNull(found) + 1, pause);
            accepted++;
        });
    }

    private void unlessRefused(Runnable step) {
        if (!refused) {
            try {
                step.run();
            } catch (StaleTokenException e) {
                refused = true;
            }
        }
    }

    private static void finish(CompletableFuture<Void> work, Runnable task) {
        try {
            task.run();
            work.complete(null);
        } catch (RuntimeException | Error e) {
            work.completeExceptionally(e);
        }
    }
}
