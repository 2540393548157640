// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contender.Contender;
import java.util.ArrayList;
import java.util.List;

/** The rounds of one contender in one workload so far. Used by one thread. */
final class Standing {

    private final Contender contender;
    private final List<Round> rounds = new ArrayList<>();
    private int discarded;
    private long violations;
    private String failure = "";

    Standing(Contender contender) {
        this.contender = contender;
    }

    /** Counts a round if it was quiet and did not fail; violations count in any case. */
    void add(Round round) {
        warmUp(round);
        if (!round.isQuiet()) {
            discarded++;
        } else if (failure.isEmpty()) {
            rounds.add(round);
        }
    }

    /** A warm-up round, of which only violations count. */
    void warmUp(Round round) {
        violations += round.violations();
        if (!round.failure().isEmpty()) {
            fail(round.failure());
        }
    }

    void fail(String why) {
        failure = failure.isEmpty() ? why : failure;
    }

    boolean wantsRound(int most) {
        return failure.isEmpty() && rounds.size() < most;
    }

    Contender contender() {
        return contender;
    }

    List<Round> rounds() {
        return rounds;
    }

    int discarded() {
        return discarded;
    }

    long violations() {
        return violations;
    }

    String failure() {
        return failure;
    }
}
