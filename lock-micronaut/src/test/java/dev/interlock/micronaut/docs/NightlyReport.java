// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.docs;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import dev.interlock.micronaut.Locked;
import jakarta.inject.Singleton;
import java.time.Duration;

/** What an application has, for the page on testing. */
@Singleton
class NightlyReport {

    int sent;

    @Locked(value = "nightly", onContention = OnContention.SKIP, maxHold = "2h")
    void run(Runnable work) {
        work.run();
        CurrentLock.handle().ensureHeld(Duration.ZERO); // before what must not happen twice
        sent++;
    }
}
