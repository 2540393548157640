// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * What the results of a run come to: which guarantee holds where, and what follows from that.
 *
 * @param situations which guarantee holds in which situation on which backend
 * @param advice which store for what
 * @param claims what tutorials say
 * @param mistakes known mistakes and the mutants that make them
 */
public record Levels(
        List<SituationRow> situations, List<AdviceRow> advice, List<ClaimRow> claims, List<MistakeRow> mistakes) {

    /** Copies the lists. */
    public Levels {
        situations = List.copyOf(situations);
        advice = List.copyOf(advice);
        claims = List.copyOf(claims);
        mistakes = List.copyOf(mistakes);
    }
}
