// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a thread until a test lets it pass; the test can wait until it has come. */
public final class ThreadGate {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Called by the thread to be held; an interrupt does not open the gate. */
    public void pass() {
        reached.countDown();
        boolean interrupted = false;
        while (true) {
            try {
                await(opened);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public void awaitReached() throws InterruptedException {
        await(reached);
    }

    boolean isReached() {
        return reached.getCount() == 0;
    }

    public void open() {
        opened.countDown();
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the gate stayed as it was for 30 s");
        }
    }
}
