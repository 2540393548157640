// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.MultiLock;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.client.NaiveMultiLock.Defect;
import dev.interlock.mutants.memory.defect.BrokenClientFixture;
import dev.interlock.mutants.memory.defect.ValidFromReply;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Mutants for the MULTI rules. */
public final class MultiMutants {

    private MultiMutants() {}

    public static List<Mutant> all() {
        return List.of(
                sets(
                        "part-stays",
                        "a try that finds a lock taken keeps those that it has",
                        Defect.KEEPS_A_PART,
                        Rule.MULTI_1),
                sets(
                        "skips-the-taken",
                        "a lock that is taken is left out of the set",
                        Defect.SKIPS_THE_TAKEN,
                        Rule.MULTI_1),
                sets("unsorted", "locks are taken in the order given", Defect.UNSORTED, Rule.MULTI_2),
                sets("limit-each", "the limit begins anew with each lock", Defect.LIMIT_FOR_EACH, Rule.MULTI_3),
                sets(
                        "sits-on-the-first",
                        "a caller keeps what it has while it waits for the rest",
                        Defect.NONE,
                        Rule.MULTI_4),
                sets("loss-unseen", "the first lock stands for all", Defect.FIRST_FOR_ALL, Rule.MULTI_5),
                sets("rest-kept", "a loss gives nothing back", Defect.KEEPS_THE_REST, Rule.MULTI_5),
                sets(
                        "unknown-keeps",
                        "an exception goes up past the locks that are held",
                        Defect.KEEPS_AFTER_EXCEPTION,
                        Rule.MULTI_6),
                sets("one-token", "the last token is that of all", Defect.ONE_TOKEN, Rule.MULTI_7),
                steps(
                        "one-token",
                        "the greatest token of a request is that of all its locks",
                        BrokenBulkSteps::withOneToken,
                        Rule.MULTI_7),
                steps("takes-a-part", "one request takes what is free", BrokenBulkSteps::takingAPart, Rule.MULTI_8),
                steps(
                        "one-answer",
                        "what became of the first lock is said of all",
                        BrokenBulkSteps::withOneAnswer,
                        Rule.MULTI_8),
                new Mutant(
                        "multi-bulk-one-answer-undeclared",
                        "a store that takes locks one by one renews them together, and says of all what became of the first",
                        Set.of(Rule.MULTI_8),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), OneByOne::new)),
                new Mutant(
                        "multi-bulk-valid-from-reply",
                        "the validity of what one request grants or renews counts from the reply",
                        Set.of(Rule.ACQ_4, Rule.REN_10),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), ValidFromReply::inBulk)),
                steps(
                        "answers-sorted",
                        "the answers come in the order of the names",
                        BrokenBulkSteps::answeringInOrder,
                        Rule.MULTI_8),
                steps(
                        "one-lease",
                        "all locks of a request get the lease, the tokens and the hint of the first",
                        BrokenBulkSteps::asTheFirst,
                        Rule.MULTI_8),
                steps(
                        "unanswered",
                        "a set of any size is supported, and a large request gets no answer",
                        BrokenBulkSteps::unanswered,
                        Rule.MULTI_8),
                steps(
                        "refuses-the-ended",
                        "a lock whose lease has ended counts as taken, until it is acquired alone",
                        BrokenBulkSteps::neverTakingOver,
                        Rule.MULTI_8),
                steps(
                        "refusal-releases",
                        "a request that is refused releases all that its attempts own",
                        BrokenBulkSteps::releasingWhenRefused,
                        Rule.MULTI_8,
                        Rule.SEQ_1),
                steps(
                        "renewal-creates",
                        "a renewal of many acquires what is gone",
                        BrokenBulkSteps::renewingWhatIsGone,
                        Rule.REN_2),
                steps(
                        "first-sixteen",
                        "16 locks are renewed and freed, and it is said of all",
                        BrokenBulkSteps::forSixteen,
                        Rule.MULTI_8),
                steps(
                        "unknown-is-refused",
                        "a set without an answer is refused",
                        BrokenBulkSteps::refusingTheUnknown,
                        Rule.ERR_2),
                steps(
                        "unknown-is-lost",
                        "a renewal of many without an answer is the loss of all",
                        BrokenBulkSteps::losingTheUnknown,
                        Rule.REN_8),
                steps(
                        "unknown-is-released",
                        "a release of many without an answer has released all",
                        BrokenBulkSteps::releasingTheUnknown,
                        Rule.REL_5));
    }

    private static Mutant sets(String id, String broken, Defect defect, Rule rule) {
        return new Mutant(
                "multi-" + id,
                broken,
                Set.of(rule),
                () -> BrokenClientFixture.inMemory(
                        (backend, options) -> naive(LockClient.using(backend, options), options.clock(), defect)));
    }

    private static Mutant steps(String id, String broken, UnaryOperator<BulkSteps> defect, Rule... killers) {
        return new Mutant(
                "multi-bulk-" + id,
                broken,
                Set.of(killers),
                () -> MutantFixture.ofBackends(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
                    @Override
                    public Optional<BulkSteps> bulk() {
                        return to().bulk().map(defect);
                    }
                }));
    }

    private static final class OneByOne extends ForwardingBackend {

        OneByOne(LockBackend to) {
            super(to);
        }

        @Override
        public Capabilities capabilities() {
            Set<Capability> declared = EnumSet.copyOf(to().capabilities().declared());
            declared.remove(Capability.GRANTS_ALL_AT_ONCE);
            return to().capabilities().withDeclared(declared);
        }

        @Override
        public Optional<BulkSteps> bulk() {
            return to().bulk().map(BrokenBulkSteps::withOneAnswer).map(BrokenBulkSteps::oneByOne);
        }
    }

    private static LockClient naive(LockClient client, @Nullable LockClock asked, Defect defect) {
        LockClock clock = asked != null ? asked : new StandaloneContext().clock();
        return new ForwardingClient(client) {
            @Override
            public MultiLock lockAll(Collection<String> names) {
                return new NaiveMultiLock(to(), clock, names, defect);
            }
        };
    }
}
