// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.mutants.memory.client.CloseMutants;
import dev.interlock.mutants.memory.client.InspectMutants;
import dev.interlock.mutants.memory.client.MultiMutants;
import dev.interlock.mutants.memory.client.ObserveMutants;
import dev.interlock.mutants.memory.client.ReentryMutants;
import dev.interlock.mutants.memory.fault.CircumstanceMutants;
import dev.interlock.mutants.memory.fault.DamageMutants;
import dev.interlock.mutants.memory.fault.ErrorMutants;
import dev.interlock.mutants.memory.fault.FaultMutants;
import dev.interlock.mutants.memory.fault.ImpatientMutants;
import dev.interlock.mutants.memory.fault.LostMessageMutants;
import dev.interlock.mutants.memory.fault.MessageMutants;
import dev.interlock.mutants.memory.fault.NeglectMutants;
import dev.interlock.mutants.memory.fault.OutageMutants;
import dev.interlock.mutants.memory.fault.StepMutants;
import dev.interlock.mutants.memory.fault.TroubleMutants;
import dev.interlock.mutants.memory.grant.AcquireClientMutants;
import dev.interlock.mutants.memory.grant.AcquireMutants;
import dev.interlock.mutants.memory.grant.NameMutants;
import dev.interlock.mutants.memory.grant.ReleaseMutants;
import dev.interlock.mutants.memory.grant.SplitStepMutants;
import dev.interlock.mutants.memory.grant.TokenMutants;
import dev.interlock.mutants.memory.lease.ExpiryMutants;
import dev.interlock.mutants.memory.lease.LockDelayMutants;
import dev.interlock.mutants.memory.lease.LossMutants;
import dev.interlock.mutants.memory.lease.RenewMutants;
import dev.interlock.mutants.memory.lease.RenewScheduleMutants;
import dev.interlock.mutants.memory.lease.RepeatMutants;
import dev.interlock.mutants.memory.operator.OperatorMutants;
import dev.interlock.mutants.memory.share.ShareMutants;
import dev.interlock.mutants.memory.waiting.HandOffMutants;
import dev.interlock.mutants.memory.waiting.RetentionMutants;
import dev.interlock.mutants.memory.waiting.StoreSignalMutants;
import dev.interlock.mutants.memory.waiting.WaitLinkMutants;
import dev.interlock.mutants.memory.waiting.WaitMutants;
import dev.interlock.mutants.memory.waiting.WaitSignalMutants;
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
                        RepeatMutants.all(),
                        SplitStepMutants.all(),
                        LockDelayMutants.all(),
                        TokenMutants.all(),
                        NameMutants.all(),
                        ErrorMutants.all(),
                        OutageMutants.all(),
                        StepMutants.all(),
                        ImpatientMutants.all(),
                        MessageMutants.all(),
                        TroubleMutants.all(),
                        DamageMutants.all(),
                        LostMessageMutants.all(),
                        CircumstanceMutants.all(),
                        NeglectMutants.all(),
                        LossMutants.all(),
                        ReentryMutants.all(),
                        MultiMutants.all(),
                        HandOffMutants.all(),
                        RetentionMutants.all(),
                        ShareMutants.all(),
                        WaitMutants.all(),
                        WaitSignalMutants.all(),
                        WaitLinkMutants.all(),
                        StoreSignalMutants.all(),
                        CloseMutants.all(),
                        ObserveMutants.all(),
                        InspectMutants.all(),
                        OperatorMutants.all(),
                        FaultMutants.all())
                .flatMap(Collection::stream)
                .toList();
    }
}
