// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisLockBackendProvider;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.ClientBackend;
import java.time.Duration;
import java.util.function.Function;

/** Opens the backend of this module at a uri, in this process or in another. */
public final class RedisOpener implements ClientBackend, Function<String, LockBackend> {

    /** Short, so that rules in which the backend gives up are quick; long against a round trip on a loaded machine. */
    static final Duration REPLY_TIMEOUT = Duration.ofSeconds(1);

    /** For client processes, too. */
    public RedisOpener() {
        // Nothing to keep.
    }

    @Override
    public LockBackend open(String uri) {
        String timeout = REPLY_TIMEOUT.toMillis() + "ms";
        return new RedisLockBackendProvider()
                .open(LockSettings.of(uri).withOption("timeout", timeout).withOption("connectTimeout", timeout));
    }

    @Override
    public LockBackend apply(String uri) {
        return open(uri);
    }
}
