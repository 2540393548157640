// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spi.toolbox.StoreOptions;
import dev.interlock.spi.toolbox.StoreUri;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/**
 * Opens {@code file:/absolute/directory} or {@code file:///absolute/directory}, which must exist. Never below {@code
 * /tmp} or {@code /run}: a restart of the machine may empty those, and fencing tokens would start again. One option,
 * {@code timeout}: how long a step waits for a file that others use, 10 ms to 1 minute, else 2 s. Thread-safe.
 */
public final class FileLockBackendProvider implements LockBackendProvider {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

    /** For the service loader. */
    public FileLockBackendProvider() {
        // Nothing to set up.
    }

    @Override
    public Set<String> schemes() {
        return Set.of("file:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        StoreUri uri = StoreUri.parse(settings.uri());
        StoreOptions options = new StoreOptions(uri.options(), settings.options());
        Duration timeout = options.duration("timeout", TIMEOUT, MIN_TIMEOUT, MAX_TIMEOUT);
        options.refuseUnknown();
        return new FileLockBackend(directory(settings.uri(), uri), timeout, InstantSource.system());
    }

    private static Path directory(String text, StoreUri uri) {
        // After two slashes, the path lacks its first slash.
        Path path = Path.of(text.startsWith("file://") ? "/" + uri.path() : uri.path());
        if (uri.user() != null || !uri.authority().isEmpty() || !path.isAbsolute() || path.getNameCount() == 0) {
            throw new IllegalArgumentException("a file uri is 'file:' and an absolute directory, such as"
                    + " 'file:/var/lib/shop/locks', but had the path '" + path + "' and the host '" + uri.authority()
                    + "'");
        }
        return path.normalize();
    }
}
