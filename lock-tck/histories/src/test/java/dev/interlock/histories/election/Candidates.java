// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories.election;

import static org.awaitility.Awaitility.await;

import dev.interlock.testbed.jvm.ChildJvm;
import dev.interlock.testbed.jvm.Conversation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The JVMs of one election, and the terms that they reported. */
final class Candidates implements AutoCloseable {

    /** For what a machine with other work does in a second. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /**
     * A report of a term.
     *
     * @param candidate the index of its JVM
     * @param term its number
     * @param what began or the reason of its end
     * @param nanos when it arrived
     */
    record Report(int candidate, long term, String what, long nanos) {}

    final LedCounter counter = new LedCounter();
    private final List<Report> reports = new CopyOnWriteArrayList<>();
    private final List<ChildJvm> jvms = new ArrayList<>();
    private final String uri;
    private final Duration lease;

    Candidates(String uri, Duration lease) {
        this.uri = uri;
        this.lease = lease;
    }

    void start(int number) {
        for (int i = 0; i < number; i++) {
            int candidate = jvms.size();
            jvms.add(ChildJvm.start(
                    "candidate " + candidate,
                    new Conversation.Listener() {
                        @Override
                        public void asked(Conversation.Question question) throws Exception {
                            counter.asked(question);
                        }

                        @Override
                        public void told(List<String> words) {
                            String what = words.get(0).equals("began") ? "began" : words.get(2);
                            reports.add(new Report(candidate, Long.parseLong(words.get(1)), what, System.nanoTime()));
                        }
                    },
                    CandidateMain.PROGRAM,
                    uri,
                    Long.toString(lease.toMillis())));
        }
    }

    ChildJvm jvm(int candidate) {
        return jvms.get(candidate);
    }

    List<Report> begun() {
        return reports.stream().filter(report -> report.what().equals("began")).toList();
    }

    /** Waits for a term above another, whose leader has written. */
    Report awaitTermAfter(long term) {
        await().atMost(PATIENCE).until(() -> counter.lastWriter() > term);
        long writer = counter.lastWriter();
        return begun().stream()
                .filter(report -> report.term() == writer)
                .findFirst()
                .orElseThrow();
    }

    /** Waits for some more writes of whatever leader. */
    void awaitWrites(int more) {
        long before = counter.writes();
        await().atMost(PATIENCE).until(() -> counter.writes() >= before + more);
    }

    /** Waits until the end of a term was reported, and returns its reason. */
    String awaitEnd(long term) {
        await().atMost(PATIENCE).until(() -> end(term) != null);
        return end(term);
    }

    private String end(long term) {
        return reports.stream()
                .filter(report -> report.term() == term && !report.what().equals("began"))
                .map(Report::what)
                .findFirst()
                .orElse(null);
    }

    /** Has a candidate stand down. */
    void standDown(int candidate) {
        jvms.get(candidate).answer(PATIENCE, jvms.get(candidate).ask("close"));
    }

    @Override
    public void close() {
        jvms.forEach(ChildJvm::close);
    }
}
