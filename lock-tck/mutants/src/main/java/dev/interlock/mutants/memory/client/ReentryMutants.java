// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.LockView;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Mutants for the REENT rules. */
public final class ReentryMutants {

    private ReentryMutants() {}

    public static List<Mutant> all() {
        return List.of(
                views(
                        "inner-unlock-frees",
                        "every unlock gives the lock back",
                        MiscountingViews::freeingAtInnerUnlock,
                        Rule.REENT_1),
                views(
                        "each-view-counts",
                        "a view knows only its own entries",
                        MiscountingViews.OwnCount::new,
                        Rule.REENT_1),
                views(
                        "outer-unlock-forgotten",
                        "the outermost unlock counts down and forgets the release",
                        MiscountingViews::neverFreeing,
                        Rule.REENT_1),
                views(
                        "owner-is-the-process",
                        "all threads of a client are one owner, which never dies",
                        ForeignThreadView::new,
                        Rule.REENT_2,
                        Rule.REENT_5),
                views(
                        "stranger-unlocks-in-silence",
                        "the unlock of another thread is ignored",
                        SilentLossViews::ignoringForeignUnlock,
                        Rule.REENT_2),
                views(
                        "enters-a-lost-lock",
                        "re-entry looks at the count alone",
                        SilentLossViews::enteringLost,
                        Rule.REENT_3),
                views(
                        "lost-unlock-in-silence",
                        "the unlock after a loss says nothing",
                        SilentLossViews::swallowingLostUnlock,
                        Rule.REENT_3),
                views(
                        "stuck-after-loss",
                        "an unlock that throws leaves its mutex locked",
                        SilentLossViews::stuckAfterFailedUnlock,
                        Rule.REENT_3),
                views(
                        "token-grows-inside",
                        "each entry has a token of its own",
                        MiscountingViews::withTokenPerEntry,
                        Rule.REENT_4),
                new Mutant(
                        "reent-renews-on-entry",
                        "re-entry sets the lease anew, to the default",
                        Set.of(Rule.REENT_4),
                        RenewOnReentryBackend::fixture),
                views(
                        "interrupt-ends-lock",
                        "lock() is lockInterruptibly() in disguise",
                        BrokenInterruptViews::ending,
                        Rule.REENT_6),
                views("flag-eaten", "lock() clears the interrupt flag", BrokenInterruptViews::eating, Rule.REENT_6),
                views("deaf-to-interrupts", "lockInterruptibly() is lock()", BrokenInterruptViews::deaf, Rule.REENT_6),
                views(
                        "local-condition",
                        "newCondition() gives one of a local lock",
                        BrokenInterruptViews::local,
                        Rule.REENT_6));
    }

    private static Mutant views(String id, String broken, UnaryOperator<LockView> defect, Rule... killers) {
        return new Mutant(
                "reent-" + id, broken, Set.of(killers), () -> MutantFixture.ofViews(new MemoryFixture(), defect));
    }
}
