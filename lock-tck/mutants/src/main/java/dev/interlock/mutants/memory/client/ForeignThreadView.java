// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.LockView;
import dev.interlock.tck.forward.ForwardingView;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A view that enters and leaves on its own thread, so that all callers count as one thread. */
final class ForeignThreadView extends ForwardingView {

    private final ExecutorService owner = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "mutant-owner");
        thread.setDaemon(true);
        return thread;
    });

    ForeignThreadView(LockView to) {
        super(to);
    }

    @Override
    public void lock() {
        run(super::lock);
    }

    @Override
    public boolean tryLock() {
        return call(super::tryLock);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) {
        return call(() -> super.tryLock(time, unit));
    }

    @Override
    public void unlock() {
        run(super::unlock);
    }

    @Override
    public long fencingToken() {
        return call(super::fencingToken);
    }

    @Override
    public int holdCount() {
        return call(super::holdCount);
    }

    private void run(Runnable step) {
        call(Executors.callable(step, true));
    }

    private <T extends @Nullable Object> T call(Callable<T> step) {
        try {
            return owner.submit(step).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
