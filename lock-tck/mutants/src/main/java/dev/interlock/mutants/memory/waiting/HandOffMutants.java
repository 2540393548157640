// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.DistributedLock;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.waiting.NaiveHandOffLock.Defect;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Set;

/** Mutants for the HAND rules. */
public final class HandOffMutants {

    private HandOffMutants() {}

    public static List<Mutant> all() {
        return List.of(
                naive("one-token", "who follows has the token of the one before", Defect.ONE_TOKEN, Rule.HAND_1),
                naive(
                        "released-for-the-next",
                        "a handle that was released acts for the one that follows",
                        Defect.RELEASES_FOR_THE_NEXT,
                        Rule.HAND_2),
                naive("unbounded", "a client hands over as long as it has waiters", Defect.UNBOUNDED, Rule.HAND_3),
                naive("one-state", "a loss is that of all who had the lock", Defect.ONE_STATE, Rule.HAND_4),
                naive("any-lease", "who waits gets what is left of any lease", Defect.ANY_LEASE, Rule.HAND_5));
    }

    private static Mutant naive(String id, String broken, Defect defect, Rule rule) {
        return new Mutant(
                "hand-" + id,
                broken,
                Set.of(rule),
                () -> MutantFixture.ofClients(new MemoryFixture(), client -> {
                    var queues = NaiveHandOffLock.queues();
                    return new ForwardingClient(client) {
                        @Override
                        public DistributedLock lock(String name) {
                            return new NaiveHandOffLock(super.lock(name), queues, defect);
                        }
                    };
                }));
    }
}
