// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.LockName;
import dev.interlock.spi.Attempt;

/**
 * An attempt of one client.
 *
 * @param called how the story names it
 * @param by the client
 * @param attempt what it asks for
 */
record Asked(String called, Actor by, Attempt attempt) {

    LockName name() {
        return attempt.name();
    }

    @Override
    public String toString() {
        return called;
    }
}
