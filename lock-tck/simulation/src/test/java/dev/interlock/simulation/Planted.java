// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;
import java.util.stream.Stream;

/** The defects that simulation must find. */
final class Planted {

    private Planted() {}

    static List<PlantedDefect> all() {
        return Stream.of(
                        PlantedAgain.ALL,
                        PlantedInAcquisitions.ALL,
                        PlantedInHandOff.ALL,
                        PlantedInRetention.ALL,
                        PlantedInHolds.ALL,
                        PlantedInRenewals.ALL,
                        PlantedInCompensations.ALL,
                        PlantedInShares.ALL)
                .flatMap(List::stream)
                .toList();
    }
}
