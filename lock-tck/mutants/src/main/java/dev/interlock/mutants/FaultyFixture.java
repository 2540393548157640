// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreWallClock;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A store that its faults hurt otherwise than the fixture says.
 *
 * @param base the sound fixture
 * @param clocks what is done to its wall clock
 * @param failOvers what is done to its fail-over
 */
record FaultyFixture(LockFixture base, UnaryOperator<StoreWallClock> clocks, UnaryOperator<FailOver> failOvers)
        implements LockFixture {

    static MutantFixture ofClock(LockFixture base, UnaryOperator<StoreWallClock> defect) {
        return MutantFixture.of(new FaultyFixture(base, defect, failOver -> failOver));
    }

    static MutantFixture ofFailOver(LockFixture base, UnaryOperator<FailOver> defect) {
        return MutantFixture.of(new FaultyFixture(base, clock -> clock, defect));
    }

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
        return base.wallClock().map(clocks);
    }

    @Override
    public Optional<FailOver> failOver() {
        return base.failOver().map(failOvers);
    }
}
