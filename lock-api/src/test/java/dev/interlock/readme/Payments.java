// SPDX-License-Identifier: Apache-2.0
package dev.interlock.readme;

import dev.interlock.LockClient;

public final class Payments {

    private final LockClient locks;

    Payments(LockClient locks) {
        this.locks = locks;
    }

    String pay(String id) throws InterruptedException {
        return locks.lock("order-" + id) // waits at most 10 s for the lock, and releases it
                .withLock(handle -> "order " + id + " paid with token " + handle.fencingToken());
    }

    public static void main(String[] arguments) throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:")) { // one for the application
            System.out.println(new Payments(locks).pay("42"));
        }
    }
}
