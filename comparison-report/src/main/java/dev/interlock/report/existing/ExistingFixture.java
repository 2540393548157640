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
 * The kit's access to the user's own server: through clients, without hooks.
 *
 * @param settings the settings of a client there; secret
 * @param address the file with these settings, for client processes
 * @param description its description, for reports
 * @param patience how long rules wait for a required event
 * @param expiryDelay how late the store may free the locks of a dead client
 * @param longLease a long lease that the store supports
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
