// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.level;

import dev.interlock.report.data.ClaimRow;
import dev.interlock.report.data.ClaimRow.Shown;
import dev.interlock.report.data.Proof;
import java.util.List;
import java.util.function.Function;

/**
 * A claim of a tutorial, and what in a report shows that our verdict is right.
 *
 * @param source S0 to S4
 * @param claim in our words
 * @param verdict one or two words
 * @param why in one or two sentences
 * @param proofs what to look up
 */
record Claim(String source, String claim, String verdict, String why, List<Function<Seen, Seen.Look>> proofs) {

    /** One denial denies; a proof that was not run leaves the claim open in part. */
    ClaimRow checkedBy(Seen seen) {
        List<Seen.Look> looks = proofs.stream().map(proof -> proof.apply(seen)).toList();
        List<Shown> shown = looks.stream().map(Seen.Look::shown).distinct().toList();
        List<Proof> all = looks.stream().flatMap(look -> look.proofs().stream()).toList();
        Shown whole = shown.contains(Shown.DENIED)
                ? Shown.DENIED
                : !shown.contains(Shown.SHOWN)
                        ? Shown.NOT_SHOWN
                        : shown.contains(Shown.NOT_SHOWN) ? Shown.PARTLY : Shown.SHOWN;
        return new ClaimRow(source, claim, verdict, why, whole, all);
    }
}
