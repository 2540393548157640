// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.Set;

/**
 * Opens {@code migrate:from=URI&to=URI&phase=both}, with {@code generation=1&switchAt=...} when tokens are to change, and
 * {@code migrate:to=URI&phase=new&generation=1}, perhaps with {@code from} and {@code switchAt} to look at the old store
 * first. The uris of the stores are percent-encoded where they contain {@code &}, {@code %} or {@code @}. Options of the
 * stores can also be given beside the uri, as {@code from.password} and {@code to.password}. {@code switchAt} is a token
 * of the old store, or an instant such as {@code 2027-01-31T10:00:00Z}, which means its microseconds since 1970.
 * Thread-safe.
 */
public final class MigrateBackendProvider implements LockBackendProvider {

    /** For the service loader. */
    public MigrateBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of(MigrateSettings.SCHEME);
    }

    @Override
    public LockBackend open(LockSettings settings) {
        return MigrateSettings.read(settings).open();
    }
}
