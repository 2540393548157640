// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockName;
import dev.interlock.spi.LockBackend;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The store in memory, sound or broken, in the simulated world: with a queue, signals, bulk steps for several locks, and
 * locks that several may hold.
 */
final class MemoryShape implements SimulatedStore {

    private final Supplier<LockBackend> backends;
    private final Runnable loseData;
    private final Consumer<String> free;
    private final LockBackend onlooker;

    /** A store that clients reach by backends. */
    MemoryShape(Supplier<LockBackend> backends, Runnable loseData, Consumer<String> free, Schedule schedule) {
        this.backends = backends;
        this.loseData = loseData;
        this.free = free;
        onlooker = backends.get();
        onlooker.start(new OnlookerContext(schedule));
    }

    @Override
    public LockBackend connect(SimulatedProcess client) {
        return backends.get();
    }

    @Override
    public Holds holds() {
        return Holds.BY_LEASE;
    }

    @Override
    public void loseData() {
        loseData.run();
    }

    @Override
    public void free(LockName name) {
        free.accept(name.value());
    }

    @Override
    public String held() {
        Stream<String> exclusive = Call.NAMES.stream()
                .flatMap(name -> onlooker.inspect(new LockName(name)).stream().map(holder -> name + " " + holder));
        Stream<String> shared = onlooker.shares().stream()
                .flatMap(shares ->
                        Call.SHARED_NAMES.stream().flatMap(name -> RecordTable.held(shares, new LockName(name))));
        return Stream.concat(exclusive, shared).collect(Collectors.joining(", "));
    }
}
