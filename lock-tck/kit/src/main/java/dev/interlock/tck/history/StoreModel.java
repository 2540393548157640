// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.time.Duration;

/**
 * How a store keeps the promises that a history records. Immutable.
 *
 * @param start what a promise is counted from
 * @param overstay the longest that the store keeps a lease beyond its promise; a renewal that is confirmed later
 *     revived a lease that had run out
 * @param endsWithConnection whether a hold ends with the connection of its process
 */
public record StoreModel(Start start, Duration overstay, boolean endsWithConnection) {

    /** What a promise is counted from. */
    public enum Start {
        /** The moment at which the store granted or renewed: its own timer starts then. */
        GRANT,
        /** The invoke: all that is known is that the store heard from the client after it. */
        INVOKE
    }

    /**
     * A lease that starts with the grant, is never ended before its promise has run out, and may be kept for longer.
     *
     * @return the model
     */
    public static StoreModel lease() {
        return new StoreModel(Start.GRANT, Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000L), false);
    }

    /**
     * The same, and a renewal of a lease that ran out longer ago than that is illegal.
     *
     * @param limit the longest that the store keeps a lease beyond its promise
     * @return the model
     */
    public StoreModel overstaying(Duration limit) {
        return new StoreModel(start, limit, endsWithConnection);
    }

    /** {@return the same, with promises counted from the invoke} */
    public StoreModel promisingFromInvoke() {
        return new StoreModel(Start.INVOKE, overstay, endsWithConnection);
    }

    /** {@return the same, and holds end when their process is killed, its connection breaks or the store restarts} */
    public StoreModel endingWithConnection() {
        return new StoreModel(start, overstay, true);
    }
}
