// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockName;
import java.time.Duration;

/** The engine of the parts: each is a lock of its own there. */
public interface PartLocks {

    /**
     * A part as a lock.
     *
     * @param part its name
     * @param shared the name that the user knows, whose defaults count
     * @return the lock
     */
    DistributedLock lock(LockName part, LockName shared);

    /**
     * The options of an acquisition, complete.
     *
     * @param shared the name that the user knows
     * @param options over its defaults
     * @return them all
     */
    AcquireOptions complete(LockName shared, AcquireOptions options);

    /** {@return the lease of a grant with these complete options, which the store can keep} */
    Duration lease(AcquireOptions complete);

    /** {@return where the locks are, for messages} */
    String store();
}
