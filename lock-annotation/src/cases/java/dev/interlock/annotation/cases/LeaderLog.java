// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.cases;

import dev.interlock.Leadership;
import dev.interlock.annotation.LeadershipEnded;
import dev.interlock.annotation.LeadershipGranted;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What an annotated method of one application did, and which events the application got. Thread-safe. */
public final class LeaderLog {

    final List<Leadership> terms = new CopyOnWriteArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** The calls until now, in their order. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** Any other call. */
    public void call(String text) {
        calls.add(text);
    }

    /** Leads until the term must end. */
    public void lead(Leadership leadership) throws InterruptedException {
        terms.add(leadership);
        calls.add("leads");
        try {
            leadership.awaitEnd();
        } finally {
            calls.add("ends");
        }
    }

    /** Fails at once. */
    public void fail() {
        calls.add("fails");
        throw new IllegalStateException("broken");
    }

    /** An event of the application. */
    public void granted(LeadershipGranted event) {
        calls.add("granted");
    }

    /** An event of the application. */
    public void ended(LeadershipEnded event) {
        calls.add("ended " + (event.leadership().remaining().isZero() ? "too late" : "in time"));
    }
}
