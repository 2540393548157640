// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.grant;

import dev.interlock.mutants.MutantFixture;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A store whose token counter is lost with its data and starts again. */
final class LostTokenCounter extends ForwardingFixture {

    private final AtomicLong lastToken;

    private LostTokenCounter(LockFixture counting, AtomicLong lastToken) {
        super(counting);
        this.lastToken = lastToken;
    }

    static MutantFixture fixture() {
        AtomicLong lastToken = new AtomicLong();
        MemoryFixture counting =
                new MemoryFixture((backend, store) -> new TokenMutants.CountingByItself(backend, lastToken));
        return MutantFixture.of(new LostTokenCounter(counting, lastToken));
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
                lastToken.set(0);
            }
        });
    }

    @Override
    public Optional<FailOver> failOver() {
        return super.failOver().map(failOver -> new ForwardingFailOver(failOver) {
            @Override
            public void run() {
                super.run();
                lastToken.set(0);
            }
        });
    }
}
