// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.key;

import java.time.Duration;

/** Times to live as etcd knows them: in whole seconds. */
public final class EtcdTtl {

    private static final long MILLIS = 1_000;

    private EtcdTtl() {}

    /** The shortest time to live that does not end before the lease. */
    public static long seconds(Duration lease) {
        return Math.max(1, (lease.toMillis() + MILLIS - 1) / MILLIS);
    }
}
