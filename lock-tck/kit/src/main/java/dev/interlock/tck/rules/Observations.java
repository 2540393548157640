// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.tck.LevelFinding;
import dev.interlock.tck.Situation;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The observations of a rule's test besides its result. Each is also an entry in JUnit's reports, from which it can be
 * read again. Thread-safe: a test may go on after its time-out.
 */
public final class Observations {

    /** The key of an entry: the description of the fixture. */
    static final String STORE = "store";

    /** The key of an entry: an observation in words. */
    static final String EVIDENCE = "evidence";

    /** The key of an entry: the file with the history of the run. */
    static final String HISTORY = "history";

    /** The key of an entry: the backend, as it describes itself. */
    static final String SUBJECT = "subject";

    private static final String HOLDS = "holds: ";
    private static final String IS_BROKEN = "is broken: ";

    private final List<String> evidence = new CopyOnWriteArrayList<>();
    private final List<LevelFinding> findings = new CopyOnWriteArrayList<>();
    private volatile String store = "a store that has no fixture";
    private volatile @Nullable String history;
    private volatile @Nullable Subject subject;

    /** Adds the observation in an entry. The key of a finding is the name of its situation. */
    public void add(String key, String value) {
        switch (key) {
            case STORE -> store = value;
            case EVIDENCE -> evidence.add(value);
            case HISTORY -> history = value;
            case SUBJECT -> subject = Subject.read(value);
            default ->
                Stream.of(Situation.values())
                        .filter(situation -> situation.name().equals(key))
                        .map(situation -> finding(situation, value))
                        .forEach(findings::add);
        }
    }

    /** The value of a finding's entry. */
    static String entry(LevelFinding finding) {
        return (finding.holds() ? HOLDS : IS_BROKEN) + finding.text();
    }

    private static LevelFinding finding(Situation situation, String entry) {
        boolean holds = entry.startsWith(HOLDS);
        return new LevelFinding(situation, holds, entry.substring((holds ? HOLDS : IS_BROKEN).length()));
    }

    public String store() {
        return store;
    }

    public List<String> evidence() {
        return evidence;
    }

    public List<LevelFinding> findings() {
        return findings;
    }

    /** The name of the file that keeps the history of the run. */
    @Nullable
    public String history() {
        return history;
    }

    /** The backend, if this test was to record it. */
    @Nullable
    public Subject subject() {
        return subject;
    }
}
