// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.Comparator;
import java.util.ServiceLoader;

/** The backend on this class path that serves a URI, without a client around it. */
final class ProvidedBackend {

    private ProvidedBackend() {}

    /** Opens the backend, without I/O. */
    static LockBackend open(LockSettings settings) {
        return ServiceLoader.load(LockBackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .max(Comparator.comparing(provider -> fit(provider, settings.uri())))
                .filter(provider -> fit(provider, settings.uri()) > 0)
                .orElseThrow(() -> new IllegalArgumentException("no backend serves this scheme"))
                .open(settings);
    }

    /** The length of the longest scheme of a provider that the URI starts with. */
    private static int fit(LockBackendProvider provider, String uri) {
        return provider.schemes().stream()
                .filter(uri::startsWith)
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }
}
