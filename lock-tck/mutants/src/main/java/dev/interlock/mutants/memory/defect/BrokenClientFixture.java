// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockListener;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * A fixture that opens its clients in a different way, for defects between a client and its backend or in the client's
 * use of its options. The store and the backends are sound.
 */
public final class BrokenClientFixture extends ForwardingFixture {

    private final BiFunction<LockBackend, ClientOptions, LockClient> opening;

    private BrokenClientFixture(LockFixture base, BiFunction<LockBackend, ClientOptions, LockClient> opening) {
        super(base);
        this.opening = opening;
    }

    /** Clients on a store in memory. */
    public static MutantFixture inMemory(BiFunction<LockBackend, ClientOptions, LockClient> opening) {
        return MutantFixture.of(new BrokenClientFixture(new MemoryFixture(), opening));
    }

    /** Clients on a store in memory that treat their listeners in a wrong way. */
    public static MutantFixture withListeners(UnaryOperator<List<LockListener>> defect) {
        return inMemory((backend, options) -> LockClient.using(
                backend, options.withListeners(defect.apply(options.listeners()).toArray(LockListener[]::new))));
    }

    @Override
    public LockClient open(LockBackend backend, ClientOptions options) {
        return opening.apply(backend, options);
    }
}
