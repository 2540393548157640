// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import org.jspecify.annotations.Nullable;

/**
 * A period in which an instance did not run; times are milliseconds since 1970.
 *
 * @param instance its name
 * @param kind paused or killed
 * @param from when it began
 * @param to when the instance continued or serves again, null while it lasts
 */
record Outage(
        String instance, String kind, long from, @Nullable Long to) {

    static final String PAUSED = "paused";
    static final String KILLED = "killed";

    Outage until(long at) {
        return new Outage(instance, kind, from, at);
    }
}
