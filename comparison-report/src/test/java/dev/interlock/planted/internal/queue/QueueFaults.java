// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.internal.queue;

import dev.interlock.planted.internal.hold.Hold;

/** Planted faults of a lower layer of the engine. */
final class QueueFaults {

    abstract static class SeesHold {
        abstract Hold hold();
    }
}
