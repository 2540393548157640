// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.election;

import static org.awaitility.Awaitility.await;

import dev.interlock.LeaderTask;
import dev.interlock.Leadership;
import dev.interlock.internal.client.ThreadGate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A task that leads until it is interrupted, and notes what it sees. */
final class TestLeader implements LeaderTask {

    final List<Leadership> begun = new CopyOnWriteArrayList<>();
    final List<Leadership> interrupted = new CopyOnWriteArrayList<>();
    volatile Thread thread;

    @Override
    public void lead(Leadership leadership) throws InterruptedException {
        thread = Thread.currentThread();
        begun.add(leadership);
        try {
            if (!new CountDownLatch(1).await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("not interrupted within 60 s");
            }
        } catch (InterruptedException e) {
            interrupted.add(leadership);
            throw e;
        }
    }

    /** The same, which waits at a gate after it was interrupted. */
    LeaderTask thenPass(ThreadGate ending) {
        return leadership -> {
            try {
                lead(leadership);
            } finally {
                ending.pass();
            }
        };
    }

    /** Waits until the task has begun its n-th term. */
    Leadership awaitTerm(int n) {
        await().until(() -> begun.size() >= n);
        return begun.get(n - 1);
    }

    void awaitInterrupts(int n) {
        await().until(() -> interrupted.size() >= n);
    }
}
