// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a rule tells besides its result: by JUnit's report entries, which is the way out of a test that every runner knows. */
final class Published {

    private static final String EVIDENCE = "evidence";
    private static final String HISTORY = "history";
    private static final String SITUATION = "situation";
    private static final String HOLDS = "holds";

    private final List<String> evidence = new ArrayList<>();
    private final List<LevelFinding> findings = new ArrayList<>();
    private @Nullable String history;

    static Map<String, String> evidence(String text) {
        return Map.of(EVIDENCE, text);
    }

    static Map<String, String> finding(LevelFinding finding) {
        return Map.of(
                SITUATION,
                finding.situation().name(),
                HOLDS,
                String.valueOf(finding.holds()),
                EVIDENCE,
                finding.text());
    }

    static Map<String, String> history(Path file) {
        return Map.of(HISTORY, file.getFileName().toString());
    }

    void add(Map<String, String> entry) {
        String situation = entry.get(SITUATION);
        if (situation != null) {
            findings.add(new LevelFinding(
                    Situation.valueOf(situation),
                    Boolean.parseBoolean(entry.get(HOLDS)),
                    entry.getOrDefault(EVIDENCE, "")));
        } else if (entry.containsKey(HISTORY)) {
            history = entry.get(HISTORY);
        } else {
            evidence.addAll(entry.values());
        }
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
