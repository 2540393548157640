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
 * @param missedBefore how often its client had been told that it may have missed recalls
 */
record Asked(String called, Actor by, Attempt attempt, int missedBefore) {

    static Asked of(String called, Actor by, Attempt attempt) {
        return new Asked(called, by, attempt, by.context().missedRecalls());
    }

    LockName name() {
        return attempt.name();
    }

    @Override
    public String toString() {
        return called;
    }
}
