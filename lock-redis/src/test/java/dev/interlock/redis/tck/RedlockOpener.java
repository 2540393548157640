// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedlockBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;
import java.util.function.Function;

/** Opens the backend over several servers, in this process or in another. */
public final class RedlockOpener implements BackendOpener, Function<String, LockBackend> {

    /** For client processes, too. */
    public RedlockOpener() {
        // Nothing to keep.
    }

    @Override
    public LockBackend open(String uri) {
        return new RedlockBackendProvider().open(LockSettings.of(uri));
    }

    @Override
    public LockBackend apply(String uri) {
        return open(uri);
    }
}
