// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories.election;

import dev.interlock.AcquireOptions;
import dev.interlock.ElectionOptions;
import dev.interlock.Leadership;
import dev.interlock.LockClient;
import dev.interlock.testbed.jvm.Conversation;
import dev.interlock.testbed.jvm.JavaProgram;
import dev.interlock.testbed.jvm.ParentJvm;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A candidate in a JVM of its own. While it leads, it raises a counter of its parent, by one read and one write each time. */
public final class CandidateMain {

    static final JavaProgram PROGRAM =
            new JavaProgram(CandidateMain.class, List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));

    private static final String ELECTION = "counter";
    private static final long PACE_MILLIS = 5;

    private final Conversation parent = ParentJvm.connect();

    private CandidateMain() {}

    /** Stands until the input ends: arguments are the uri and the lease in milliseconds. */
    public static void main(String[] arguments) throws Exception {
        CandidateMain program = new CandidateMain();
        LockClient client = LockClient.connect(arguments[0]);
        ElectionOptions options = ElectionOptions.STANDARD
                .withLock(AcquireOptions.inherited().withLease(Duration.ofMillis(Long.parseLong(arguments[1]))))
                .withPauses(Duration.ofMillis(100), Duration.ofSeconds(1));
        var candidacy = client.election(ELECTION).lead(options, program::lead);
        program.parent.listen(System.in, question -> {
            // The only question there is.
            candidacy.close();
            question.answer();
        });
        Runtime.getRuntime().halt(0);
    }

    private void lead(Leadership leadership) throws Exception {
        String term = Long.toString(leadership.term());
        parent.tell("began", term);
        try {
            Semaphore never = new Semaphore(0);
            do {
                String value = parent.ask("read", term).get().get(0);
                leadership.ensureHeld(Duration.ZERO);
                parent.ask("write", term, Long.toString(Long.parseLong(value) + 1))
                        .get();
            } while (!never.tryAcquire(PACE_MILLIS, TimeUnit.MILLISECONDS));
        } finally {
            parent.tell("ended", term, leadership.end().map(Enum::name).orElse("by itself"));
        }
    }
}
