// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.Capability;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MisdeclaringBackend;
import dev.interlock.spi.LockBackend;
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

/** Mutants for the FAULT rules: stores on which a fault has another effect than they declare. */
public final class FaultMutants {

    private FaultMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "fault-lease-by-wall-clock",
                        "SURVIVES_CLOCK_JUMP is declared by a store whose leases end with a jump",
                        Set.of(Rule.FAULT_1),
                        FaultMutants::leasesEndWithAJump),
                new Mutant(
                        "fault-clock-not-survived",
                        "SURVIVES_CLOCK_JUMP is not declared by a store whose leases ignore the wall clock",
                        Set.of(Rule.FAULT_1),
                        FaultMutants::leasesAreSaidToFollow),
                new Mutant(
                        "fault-fail-over-claimed",
                        "SURVIVES_FAIL_OVER is declared by a store whose fail-over loses grants",
                        Set.of(Rule.FAULT_2),
                        FaultMutants::grantsAreSaidToBeKept),
                new Mutant(
                        "fault-fail-over-not-claimed",
                        "SURVIVES_FAIL_OVER is not declared by a store whose fail-over keeps grants",
                        Set.of(Rule.FAULT_2),
                        FaultMutants::grantsAreKept));
    }

    private static MutantFixture leasesEndWithAJump() {
        MemoryFixture base = new MemoryFixture();
        return ofClock(base, clock -> new ForwardingWallClock(clock) {
            @Override
            public void set(Duration ahead) {
                super.set(ahead);
                base.storeHooks().orElseThrow().loseData();
            }
        });
    }

    private static MutantFixture leasesAreSaidToFollow() {
        return ofClock(new MemoryFixture(), clock -> new ForwardingWallClock(clock) {
            @Override
            public LockBackend openBackend() {
                return MisdeclaringBackend.not(super.openBackend(), Capability.SURVIVES_CLOCK_JUMP);
            }
        });
    }

    private static MutantFixture grantsAreSaidToBeKept() {
        return ofFailOver(new MemoryFixture(), failOver -> new ForwardingFailOver(failOver) {
            @Override
            public LockBackend openBackend() {
                return MisdeclaringBackend.also(super.openBackend(), Capability.SURVIVES_FAIL_OVER);
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
