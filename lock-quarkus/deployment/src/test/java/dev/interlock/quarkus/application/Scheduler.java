// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import dev.interlock.Candidacy;
import dev.interlock.Leadership;
import dev.interlock.LockClient;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

/** A leader from the start of the application to its end. */
@ApplicationScoped
class Scheduler {

    /** The system property in which the end of the term is told to the test. */
    static final String END = "test.scheduler.end";

    @Inject
    LockClient locks;

    private volatile long term;
    private Candidacy candidacy;

    void start(@Observes StartupEvent event) {
        candidacy = locks.election("scheduler").lead(this::work);
    }

    void stop(@Observes ShutdownEvent event) {
        candidacy.close();
    }

    private void work(Leadership leadership) throws InterruptedException {
        term = leadership.term();
        System.setProperty(END, leadership.awaitEnd().name());
    }

    long term() {
        return term;
    }
}
