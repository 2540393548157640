// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.ForwardingWallClock;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Mutants for the FAULT rules: stores that a fault hurts otherwise than their fixture says. */
final class FaultMutants {

    private FaultMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "fault-lease-by-wall-clock",
                        "a jump of the wall clock ends leases, against the declaration",
                        Set.of(Rule.FAULT_1),
                        FaultMutants::leasesEndWithAJump),
                new Mutant(
                        "fault-clock-not-survived",
                        "leases are said to follow the wall clock and do not",
                        Set.of(Rule.FAULT_1),
                        FaultMutants::leasesAreSaidToFollow),
                new Mutant(
                        "fault-fail-over-claimed",
                        "a fail-over is said to keep grants and loses them",
                        Set.of(Rule.FAULT_2),
                        FaultMutants::grantsAreSaidToBeKept),
                new Mutant(
                        "fault-fail-over-not-claimed",
                        "a fail-over is said to lose grants and keeps them",
                        Set.of(Rule.FAULT_2),
                        FaultMutants::grantsAreKept));
    }

    private static MutantFixture leasesEndWithAJump() {
        MemoryFixture base = new MemoryFixture();
        return ofClock(base, clock -> new ForwardingWallClock(clock) {
            @Override
            public void set(Duration ahead) {
                super.set(ahead);
                base.storeHooks().orElseThrow().wipe();
            }
        });
    }

    private static MutantFixture leasesAreSaidToFollow() {
        return ofClock(new MemoryFixture(), clock -> new ForwardingWallClock(clock) {
            @Override
            public boolean leasesFollow() {
                return true;
            }
        });
    }

    private static MutantFixture grantsAreSaidToBeKept() {
        return ofFailOver(new MemoryFixture(), failOver -> new ForwardingFailOver(failOver) {
            @Override
            public boolean keepsGrants() {
                return true;
            }
        });
    }

    private static MutantFixture grantsAreKept() {
        return ofFailOver(new MemoryFixture(), failOver -> new ForwardingFailOver(failOver) {
            @Override
            public void run() {
                // The server that takes over has every grant.
            }
        });
    }

    private static MutantFixture ofClock(LockFixture base, UnaryOperator<StoreWallClock> defect) {
        return MutantFixture.of(new ForwardingFixture(base) {
            @Override
            public Optional<StoreWallClock> wallClock() {
                return super.wallClock().map(defect);
            }
        });
    }

    private static MutantFixture ofFailOver(LockFixture base, UnaryOperator<FailOver> defect) {
        return MutantFixture.of(new ForwardingFixture(base) {
            @Override
            public Optional<FailOver> failOver() {
                return super.failOver().map(defect);
            }
        });
    }
}
