// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import java.time.Duration;

/** The bounds of options. */
final class ZookeeperBounds {

    private ZookeeperBounds() {}

    static void requireBetween(String option, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    option + " must be a duration from " + least + " to " + most + " but was " + value);
        }
    }
}
