// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut.live;

import org.jspecify.annotations.Nullable;

/**
 * One hold of a lock by this instance, as the instance believes; times are milliseconds since 1970 by its clock.
 *
 * @param lock its name
 * @param token of the hold, as decimal text since tokens can exceed 2^53
 * @param from when it was granted
 * @param to when it ended, null while it lasts
 * @param end how it ended: released, lost or not confirmed; null while it lasts
 * @param wrote when something was first written under it, null if nothing was
 * @param refused when the fence refused its token, null if it did not
 */
record Hold(
        String lock,
        String token,
        long from,
        @Nullable Long to,
        @Nullable String end,
        @Nullable Long wrote,
        @Nullable Long refused) {

    static Hold granted(String lock, String token, long from) {
        return new Hold(lock, token, from, null, null, null, null);
    }

    Hold ended(String how, long at) {
        return new Hold(lock, token, from, at, how, wrote, refused);
    }

    Hold written(long at) {
        return new Hold(lock, token, from, to, end, wrote == null ? at : wrote, refused);
    }

    Hold refused(long at) {
        return new Hold(lock, token, from, to, end, wrote, at);
    }
}
