// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.ReleaseResult;

/**
 * The library, as a user has it: default options, so with a renewal scheduled for each hold.
 *
 * @param client the client under test
 */
record LibrarySubject(LockClient client) implements Subject {

    @Override
    public String name() {
        return "Interlock";
    }

    @Override
    public Cycle forThread(int thread) {
        DistributedLock lock = client.lock("uncontended-" + thread);
        return () -> {
            ReleaseResult result = lock.tryAcquire()
                    .orElseThrow(() -> new IllegalStateException("'" + lock.name() + "' was not granted"))
                    .release();
            if (result != ReleaseResult.RELEASED) {
                throw new IllegalStateException("'" + lock.name() + "' was not released but " + result);
            }
        };
    }
}
