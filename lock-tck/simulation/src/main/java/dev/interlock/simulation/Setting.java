// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

/**
 * What a scenario does not say of its world.
 *
 * @param chance decides clocks, ids and durations
 * @param delays how long requests are on their way
 * @param listens whether the clients have listeners
 */
record Setting(Chance chance, Delays delays, boolean listens) {

    /** A world that a seed decides. */
    static Setting ofSeed(long seed) {
        return new Setting(new Chance(seed), Delays.BY_CHANCE, true);
    }

    /**
     * A world in which only the order of the threads makes a difference. It has no listeners, because the orders in
     * which they could hear of the same events would multiply all others.
     *
     * @param choice each choice that is otherwise left to chance; not negative
     */
    static Setting still(int choice) {
        return new Setting(Chance.always(choice), Delays.NONE, false);
    }
}
