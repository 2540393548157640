// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.Leadership;
import io.micronaut.context.annotation.Requires;
import io.micronaut.runtime.event.annotation.EventListener;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A job that one instance does all the time. */
@Singleton
@Requires(property = "test.led", value = "true")
class LedJob {

    final List<String> seen = new CopyOnWriteArrayList<>();
    final List<Leadership> terms = new CopyOnWriteArrayList<>();

    @Leader(value = "led", lease = "10s", margin = "1s")
    void lead(Leadership leadership) throws InterruptedException {
        terms.add(leadership);
        seen.add("leads");
        try {
            leadership.awaitEnd();
        } finally {
            seen.add("ends");
        }
    }

    @EventListener
    void on(LeadershipGranted event) {
        seen.add("granted");
    }

    @EventListener
    void on(LeadershipEnded event) {
        seen.add("ended");
    }
}
