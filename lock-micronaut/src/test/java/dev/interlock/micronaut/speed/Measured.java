// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.speed;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.micronaut.Locked;
import jakarta.inject.Singleton;

/** The same work under the same lock, by hand and by annotation. */
@Singleton
class Measured {

    private final LockClient client;
    private long done;

    Measured(LockClient client) {
        this.client = client;
    }

    long byHand(int id) throws InterruptedException {
        try (LockHandle handle = client.lock("order-" + id).acquire(AcquireOptions.inherited())) {
            return work(handle.fencingToken());
        }
    }

    @Locked("order-#{id}")
    long byAnnotation(int id) {
        return work(1);
    }

    @Locked("order")
    long byAnnotationWithAFixedName() {
        return work(1);
    }

    private long work(long token) {
        done += token > 0 ? 1 : 0;
        return done;
    }

    long done() {
        return done;
    }
}
