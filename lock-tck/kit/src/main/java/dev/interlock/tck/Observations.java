// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The observations of a rule's test besides its result. Thread-safe: a test may go on after its time-out. */
final class Observations {

    private final List<String> evidence = new CopyOnWriteArrayList<>();
    private final List<LevelFinding> findings = new CopyOnWriteArrayList<>();
    private volatile @Nullable String history;

    void addEvidence(String text) {
        evidence.add(text);
    }

    void addFinding(LevelFinding finding) {
        findings.add(finding);
    }

    /** The name of the file that keeps the history of the run. */
    void keepHistory(String file) {
        history = file;
    }

    List<String> evidence() {
        return evidence;
    }

    List<LevelFinding> findings() {
        return findings;
    }

    @Nullable
    String history() {
        return history;
    }
}
