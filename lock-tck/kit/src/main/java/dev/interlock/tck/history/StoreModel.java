// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.time.Duration;

/**
 * How a store keeps the promises that a history records. Immutable.
 *
 * @param start the moment from which a promise counts
 * @param overstay the longest time that the store keeps a lease beyond its promise; a renewal that is confirmed later
 *     revived a lease that had ended
 * @param endsWithConnection whether a hold ends with the connection of its process
 */
public record StoreModel(Start start, Duration overstay, boolean endsWithConnection) {

    /** The moment from which a promise counts. */
    public enum Start {
        /** The moment at which the store granted or renewed: its own timer starts then. */
        GRANT,
        /** The invoke: it is only known that the store got the request after it. */
        INVOKE
    }

    /**
     * Creates a model in which a lease starts with the grant, never ends before its promise, and may be kept for
     * longer.
     *
     * @return the model
     */
    public static StoreModel lease() {
        return new StoreModel(Start.GRANT, Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000L), false);
    }

    /**
     * Returns the same model with a limit: a renewal of a lease that ended longer ago than that is illegal.
     *
     * @param limit the longest time that the store keeps a lease beyond its promise
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
