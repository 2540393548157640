// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import java.time.Duration;

/**
 * The result of a request to an instance.
 *
 * @param call the request
 * @param instance the instance
 * @param outcome what the caller knows about its effect
 * @param text the body of the answer, or the failure of the connection
 * @param took how long the caller waited for it
 */
record Answer(Call call, String instance, Outcome outcome, String text, Duration took) {

    /** What the caller knows about the effect of a request. */
    enum Outcome {
        /** The effect exists. */
        DONE,
        /** The rules of the use case refused the request: there is no effect. */
        REFUSED,
        /** The request did not run under the lock, or came too late: there is no effect. */
        NOT_DONE,
        /** There may be an effect now or later. */
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
