// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/**
 * A listener that also looks at the callers of acquisitions: at the trace that a caller belongs to, for example. The
 * client asks it on the calling thread when an acquisition begins, and gives it the answer back with the event that ends
 * the acquisition. Without such a listener an acquisition does none of this.
 */
public interface CallerListener extends LockListener {

    /**
     * An acquisition begins. Called by the thread that asks for the lock, before a request is sent, so that thread-locals
     * are those of the caller. A set of locks calls it once for each name. Readers that share one grant are one
     * acquisition, and those after the first are not seen. Implementations must be thread-safe and fast, and must not
     * block. An exception is logged, and counts as null.
     *
     * @param lockName the lock
     * @return the acquisition as this listener sees it; null to ignore it
     */
    @Nullable
    LockCall called(String lockName);
}
