// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.operator;

import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Mutants for the OPS rules. */
public final class OperatorMutants {

    private OperatorMutants() {}

    public static List<Mutant> all() {
        return List.of(
                mutant(
                        "free-does-nothing",
                        "a free is confirmed and leaves the owner in place",
                        Rule.OPS_1,
                        () -> store(FreeSteps::doingNothing)),
                mutant("free-wakes-none", "a free tells no waiter", Rule.OPS_1, FreedLocks::silent),
                mutant(
                        "tokens-begin-behind-the-freed",
                        "the next token follows the freed one, whatever its holder had reserved",
                        Rule.OPS_1,
                        FreedLocks::countingFromTheFreed),
                mutant(
                        "frees-any-holder",
                        "a free does not look at the token",
                        Rule.OPS_2,
                        () -> store(FreeSteps::ofAnyToken)),
                new Mutant(
                        "ops-frees-by-any-own-token",
                        "a free takes each token of the hold for its first",
                        Set.of(Rule.OPS_2, Rule.SEQ_1),
                        () -> store(FreeSteps::ofAnyTokenOfTheBlock)),
                mutant(
                        "frees-behind-a-look",
                        "a free looks at the token first and then deletes without a condition",
                        Rule.OPS_2,
                        () -> MutantFixture.ofBackends(
                                store(FreeSteps::ofAnyToken), backend -> with(backend, FreeSteps::lookingFirst))),
                mutant(
                        "another-is-none",
                        "a lock with another token is called free",
                        Rule.OPS_2,
                        () -> store(FreeSteps.answering(FreeOutcome.OtherToken.class, FreeOutcome.NotHeld::new))),
                mutant(
                        "none-is-freed",
                        "the free of a lock that is not held is confirmed",
                        Rule.OPS_2,
                        () -> store(FreeSteps.answering(FreeOutcome.NotHeld.class, FreeOutcome.Freed::new))),
                mutant(
                        "holder-not-told",
                        "a free is no loss that the store reports",
                        Rule.OPS_3,
                        FreedLocks::notReported),
                mutant(
                        "former-holder-renews",
                        "a renewal of a freed lock is confirmed",
                        Rule.OPS_3,
                        FreedLocks::renewedByFormerHolders),
                mutant(
                        "former-holder-releases",
                        "the release of a freed lock frees that of a successor",
                        Rule.OPS_3,
                        FreedLocks::releasedByFormerHolders),
                unanswered("not-held", FreeOutcome.NotHeld::new),
                unanswered("freed", FreeOutcome.Freed::new),
                unanswered("refused", () -> new FreeOutcome.Refused(new LockUnavailableException("no reply", null))),
                mutant(
                        "unreachable-is-empty",
                        "a list that the store did not answer is empty",
                        Rule.OPS_4,
                        () -> MutantFixture.ofBackends(
                                new MemoryFixture(), backend -> with(backend, BrokenLists::emptyInAnOutage))),
                list("wildcards", "the prefix of a list is a pattern of SQL", BrokenLists::ofAPattern),
                list("glob", "the prefix of a list is a pattern of files", BrokenLists::ofAGlob),
                list("folded", "the prefix of a list is compared without regard to case", BrokenLists::folded),
                list(
                        "of-short-codes",
                        "a list ends before names with characters beyond U+FFFF",
                        BrokenLists::belowTheBound),
                list("ends-early", "a list leaves out the last lock of a page", BrokenLists::endingEarly),
                list("twice", "a lock on two pages is listed twice", BrokenLists::listingTwice),
                list("unbounded", "a list has all locks, however many were asked for", BrokenLists::unbounded),
                list("without-hints", "a list leaves out the hints", BrokenLists::withoutHints),
                mutant(
                        "list-counts-the-ended",
                        "locks that are over count against the size of a list",
                        Rule.OPS_5,
                        BrokenLists::countingTheEnded),
                mutant(
                        "list-since-a-renewal",
                        "a list says that a lock which was renewed twice is held for a shorter time",
                        Rule.OPS_5,
                        BrokenLists::sinceARenewal),
                mutant(
                        "list-since-the-first-hold",
                        "a list says that a lock is held since it was first granted",
                        Rule.OPS_5,
                        BrokenLists::sinceTheFirstHold),
                mutant("list-remembers", "a list has locks that are over", Rule.OPS_5, BrokenLists::remembering),
                mutant("list-of-shares", "a list has locks that several hold", Rule.OPS_5, BrokenLists::ofShares));
    }

    private static Mutant mutant(String id, String broken, Rule rule, Supplier<? extends LockFixture> fixture) {
        return new Mutant("ops-" + id, broken, Set.of(rule), fixture);
    }

    private static Mutant list(String id, String broken, BiFunction<OperatorSteps, LockBackend, OperatorSteps> defect) {
        return mutant("list-" + id, broken, Rule.OPS_5, () -> store(defect));
    }

    private static Mutant unanswered(String as, Supplier<FreeOutcome> taken) {
        return mutant(
                "unanswered-is-" + as,
                "a free without a reply is taken for " + as,
                Rule.OPS_4,
                () -> MutantFixture.ofBackends(
                        new MemoryFixture(),
                        backend -> with(backend, FreeSteps.answering(FreeOutcome.Unknown.class, taken))));
    }

    /** A store whose steps for an operator are broken, behind the links. */
    private static MutantFixture store(BiFunction<OperatorSteps, LockBackend, OperatorSteps> defect) {
        return MutantFixture.ofStore((backend, store) -> with(backend, defect));
    }

    /** A backend with other steps for an operator, made of its own and of itself. */
    private static LockBackend with(LockBackend backend, BiFunction<OperatorSteps, LockBackend, OperatorSteps> defect) {
        return new ForwardingBackend(backend) {
            @Override
            public Optional<OperatorSteps> operator() {
                return super.operator().map(steps -> defect.apply(steps, backend));
            }
        };
    }
}
