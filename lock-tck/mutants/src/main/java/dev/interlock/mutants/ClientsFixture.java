// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockListener;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * A fixture that opens its clients in a way of its own, for defects between a client and its backend, or in what it does with
 * its options. The store and the backends are sound.
 *
 * @param base the sound fixture
 * @param opening makes the broken client of a backend and options
 */
record ClientsFixture(LockFixture base, BiFunction<LockBackend, ClientOptions, LockClient> opening)
        implements LockFixture {

    /** Clients on a store in memory. */
    static MutantFixture inMemory(BiFunction<LockBackend, ClientOptions, LockClient> opening) {
        return MutantFixture.of(new ClientsFixture(new MemoryFixture(), opening));
    }

    /** Clients on a store in memory that treat their listeners in a wrong way. */
    static MutantFixture telling(UnaryOperator<List<LockListener>> defect) {
        return inMemory((backend, options) -> LockClient.using(
                backend, options.withListeners(defect.apply(options.listeners()).toArray(LockListener[]::new))));
    }

    @Override
    public LockBackend openBackend() {
        return base.openBackend();
    }

    @Override
    public LockClient open(LockBackend backend, ClientOptions options) {
        return opening.apply(backend, options);
    }

    @Override
    public String description() {
        return base.description();
    }

    @Override
    public String uniqueName() {
        return base.uniqueName();
    }

    @Override
    public Duration longLease() {
        return base.longLease();
    }

    @Override
    public Optional<StoreHooks> store() {
        return base.store();
    }

    @Override
    public Optional<Runnable> restart() {
        return base.restart();
    }

    @Override
    public Duration restartLease() {
        return base.restartLease();
    }

    @Override
    public LockBackend openForRestart() {
        return base.openForRestart();
    }

    @Override
    public Optional<FaultLink> link() {
        return base.link();
    }
}
