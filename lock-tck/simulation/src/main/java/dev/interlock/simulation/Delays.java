// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

/** How long requests, answers and news are on their way, in nanoseconds. Stateless. */
interface Delays {

    /** Of one way. */
    long way(Chance chance);

    /** Of one way that takes long, yet not so long that the client gives up. */
    long slow(Chance chance, long way);

    /** How long after its client gave up a request is executed. */
    long late(Chance chance, boolean soon);

    /** How long after its answer a request is executed once more. */
    long again(Chance chance);

    /** As in a network: no two are equal. */
    Delays BY_CHANCE = new Delays() {
        @Override
        public long way(Chance chance) {
            return chance.between(100_000, 2_000_000);
        }

        @Override
        public long slow(Chance chance, long way) {
            return chance.between(way, Wire.TIMEOUT_NANOS / 2);
        }

        @Override
        public long late(Chance chance, boolean soon) {
            return chance.between(1, soon || chance.below(2) == 0 ? Wire.TIMEOUT_NANOS / 2 : 3 * Wire.TIMEOUT_NANOS);
        }

        @Override
        public long again(Chance chance) {
            return chance.between(1, 2 * Wire.TIMEOUT_NANOS);
        }
    };

    /**
     * None, so that only the order of the threads decides which of several requests comes first. A slow request takes
     * as long as it may.
     */
    Delays NONE = new Delays() {
        @Override
        public long way(Chance chance) {
            return 0;
        }

        @Override
        public long slow(Chance chance, long way) {
            return Wire.TIMEOUT_NANOS / 2 - 1;
        }

        @Override
        public long late(Chance chance, boolean soon) {
            return 0;
        }

        @Override
        public long again(Chance chance) {
            return 0;
        }
    };
}
