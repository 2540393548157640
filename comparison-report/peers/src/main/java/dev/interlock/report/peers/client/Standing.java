// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.contender.Candidate;
import dev.interlock.report.contender.LeaderWork;
import dev.interlock.report.contender.OpenClient;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A candidate, and a leader that asks its library before each write whether it leads. Orders may come from any thread; what a
 * library needs long for blocks none but the one that it came from.
 */
final class Standing {

    /** The pause between two writes. */
    private static final int PACE_MILLIS = 20;

    private final Candidate candidate;
    private final Consumer<ClientMessage> reports;
    private final Semaphore ends = new Semaphore(0);

    private Standing(Candidate candidate, Consumer<ClientMessage> reports) {
        this.candidate = candidate;
        this.reports = reports;
    }

    /** Stands, and reports from now on. */
    static Standing begin(OpenClient client, String name, LeaderWork work, Consumer<ClientMessage> reports)
            throws Exception {
        Standing standing = new Standing(client.stand(name, work), reports);
        Thread thread = new Thread(standing::work, "leader of " + name);
        thread.setDaemon(true);
        thread.start();
        return standing;
    }

    private void work() {
        boolean led = false;
        try {
            do {
                long asked = System.nanoTime();
                boolean leads = candidate.leads();
                long took = System.nanoTime() - asked;
                if (leads) {
                    reports.accept(new ClientMessage(Kind.WROTE, candidate.term(), took, ""));
                } else if (led) {
                    reports.accept(new ClientMessage(Kind.LEARNED, 0, took, ""));
                }
                led = leads;
            } while (!ends.tryAcquire(PACE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean leads() {
        return candidate.leads();
    }

    void stepDown() throws Exception {
        candidate.stepDown();
    }

    /** Reports no more. The candidate ends with its client. */
    void end() {
        ends.release();
    }
}
