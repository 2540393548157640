// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.mutants;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Mutant;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Mutants for {@code FaultRules}: stores that a fault hurts otherwise than their fixture says. */
final class FaultMutants {

    private FaultMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "fault-lease-by-wall-clock",
                        "a jump of the wall clock ends leases, against the declaration",
                        Set.of(Rule.FAULT_1),
                        () -> MutantFixture.of(new EndingLeases(new MemoryFixture()))),
                new Mutant(
                        "fault-clock-not-survived",
                        "leases are said to follow the wall clock and do not",
                        Set.of(Rule.FAULT_1),
                        () -> MutantFixture.of(new Timid(new MemoryFixture()))),
                new Mutant(
                        "fault-fail-over-claimed",
                        "a fail-over is said to keep grants and loses them",
                        Set.of(Rule.FAULT_2),
                        () -> MutantFixture.of(new Bold(new MemoryFixture()))),
                new Mutant(
                        "fault-fail-over-not-claimed",
                        "a fail-over is said to lose grants and keeps them",
                        Set.of(Rule.FAULT_2),
                        () -> MutantFixture.of(new Timid(new MemoryFixture()))));
    }

    private record EndingLeases(MemoryFixture base) implements LockFixture {

        @Override
        public LockBackend openBackend() {
            return base.openBackend();
        }

        @Override
        public String description() {
            return base.description();
        }

        @Override
        public Optional<StoreWallClock> wallClock() {
            return base.wallClock().map(clock -> new ForwardingWallClock(clock) {
                @Override
                public void set(Duration ahead) {
                    super.set(ahead);
                    base.store().orElseThrow().wipe();
                }
            });
        }
    }

    /** Declares weaknesses that its store does not have. */
    private record Timid(MemoryFixture base) implements LockFixture {

        @Override
        public LockBackend openBackend() {
            return base.openBackend();
        }

        @Override
        public String description() {
            return base.description();
        }

        @Override
        public Optional<StoreWallClock> wallClock() {
            return base.wallClock().map(clock -> new ForwardingWallClock(clock) {
                @Override
                public boolean leasesFollow() {
                    return true;
                }
            });
        }

        @Override
        public Optional<FailOver> failOver() {
            return base.failOver().map(failOver -> new ForwardingFailOver(failOver) {
                @Override
                public void run() {
                    // Whatever took over has everything.
                }
            });
        }
    }

    /** Declares a strength that its store does not have. */
    private record Bold(MemoryFixture base) implements LockFixture {

        @Override
        public LockBackend openBackend() {
            return base.openBackend();
        }

        @Override
        public String description() {
            return base.description();
        }

        @Override
        public Optional<FailOver> failOver() {
            return base.failOver().map(failOver -> new ForwardingFailOver(failOver) {
                @Override
                public boolean keepsGrants() {
                    return true;
                }
            });
        }
    }
}
