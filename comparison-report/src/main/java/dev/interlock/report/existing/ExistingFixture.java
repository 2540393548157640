// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.process.ProcessAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The kit's way to a server that somebody else runs: as clients, and by no hook.
 *
 * @param settings how a client locks there; secret
 * @param address the same in a file, for client processes
 * @param description what it is, for reports
 * @param patience how long rules wait for what must happen
 * @param expiryDelay how late the store may be to free what a dead client held
 * @param longLease one that lasts, and that the store can keep
 */
record ExistingFixture(
        LockSettings settings,
        Path address,
        String description,
        Duration patience,
        Duration expiryDelay,
        Duration longLease)
        implements LockFixture {

    @Override
    public LockBackend openBackend() {
        return ProvidedBackend.open(settings);
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(new ProcessAccess(ExistingOpener.class, address.toString()));
    }

    /** Without the settings. */
    @Override
    public String toString() {
        return description;
    }
}
