// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.grant;

import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A store whose token counter starts again when its data is lost, or when an owner whose lock was lost releases it. */
final class LostTokenCounter extends ForwardingFixture {

    private final Runnable loss;

    private LostTokenCounter(LockFixture counting, Runnable loss) {
        super(counting);
        this.loss = loss;
    }

    static MutantFixture fixture() {
        AtomicLong lastToken = new AtomicLong();
        MemoryFixture counting =
                new MemoryFixture((backend, store) -> new TokenMutants.CountingByItself(backend, lastToken));
        return MutantFixture.of(new LostTokenCounter(counting, () -> lastToken.set(0)));
    }

    static MutantFixture lostByARelease() {
        AtomicLong lastToken = new AtomicLong();
        AtomicBoolean lost = new AtomicBoolean();
        MemoryFixture counting =
                new MemoryFixture((backend, store) -> new TokenMutants.CountingByItself(backend, lastToken) {
                    @Override
                    public ReleaseOutcome release(Attempt attempt) {
                        ReleaseOutcome outcome = super.release(attempt);
                        if (outcome instanceof ReleaseOutcome.NotOwner && lost.get()) {
                            lastToken.set(0);
                        }
                        return outcome;
                    }
                });
        return MutantFixture.of(new LostTokenCounter(counting, () -> lost.set(true)));
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return super.storeHooks().map(hooks -> new StoreHooks() {
            @Override
            public boolean hasOwner(String name) {
                return hooks.hasOwner(name);
            }

            @Override
            public void expire(String name) {
                hooks.expire(name);
            }

            @Override
            public void deleteLocks() {
                hooks.deleteLocks();
            }

            @Override
            public void loseData() {
                hooks.loseData();
                loss.run();
            }
        });
    }

    @Override
    public Optional<FailOver> failOver() {
        return super.failOver().map(failOver -> new ForwardingFailOver(failOver) {
            @Override
            public void run() {
                super.run();
                loss.run();
            }
        });
    }
}
