// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples;

import java.time.Duration;

/**
 * What came of a request that was sent to an instance.
 *
 * @param call what was asked
 * @param instance who was asked
 * @param outcome what is known of its effect
 * @param text the body of the answer, or what the connection failed with
 * @param took how long the caller waited for it
 */
record Answer(Call call, String instance, Outcome outcome, String text, Duration took) {

    /** What is known of the effect of a request. */
    enum Outcome {
        /** It is there. */
        DONE,
        /** The rules of the use case said no: there is none. */
        REFUSED,
        /** The request did not get to run under the lock, or came too late: there is none. */
        NOT_DONE,
        /** There may be one, or may come to be. */
        UNKNOWN
    }

    static Outcome outcomeOf(int status) {
        return switch (status) {
            case 200 -> Outcome.DONE;
            case 409 -> Outcome.REFUSED;
            case 503 -> Outcome.NOT_DONE;
            default -> Outcome.UNKNOWN;
        };
    }
}
