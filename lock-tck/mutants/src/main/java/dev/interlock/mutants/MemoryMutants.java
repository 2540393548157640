// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The mutants that need no server. Together they kill every rule of the contract. */
public final class MemoryMutants implements MutantCatalog {

    @Override
    public String backend() {
        return "memory";
    }

    @Override
    public List<Mutant> mutants() {
        return Stream.of(
                        AcquireMutants.all(),
                        AcquireClientMutants.all(),
                        ReleaseMutants.all(),
                        RenewMutants.all(),
                        RenewScheduleMutants.all(),
                        ExpiryMutants.all(),
                        LockDelayMutants.all(),
                        TokenMutants.all(),
                        NameMutants.all(),
                        ErrorMutants.all(),
                        OutageMutants.all(),
                        MessageMutants.all(),
                        LossMutants.all(),
                        ReentryMutants.all(),
                        MultiMutants.all(),
                        HandOffMutants.all(),
                        WaitMutants.all(),
                        WaitSignalMutants.all(),
                        CloseMutants.all(),
                        ObserveMutants.all(),
                        FaultMutants.all())
                .flatMap(Collection::stream)
                .toList();
    }
}
