// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import java.util.Optional;

/** A store that a restart does not touch. */
record UnforgettingFixture(LockFixture base) implements LockFixture {

    @Override
    public LockBackend openBackend() {
        return base.openBackend();
    }

    @Override
    public String description() {
        return base.description();
    }

    @Override
    public Optional<Runnable> restart() {
        return Optional.of(() -> {});
    }
}
