// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.jdbc.lease.queue;

import dev.interlock.planted.jdbc.lease.Lease;

/** Planted faults of a package inside of another one, which is a layer of its own. */
final class QueueFaults {

    abstract static class SeesLease {
        abstract Lease lease();
    }
}
