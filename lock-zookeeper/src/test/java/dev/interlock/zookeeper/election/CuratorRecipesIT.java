// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.election;

import org.junit.jupiter.api.Tag;

/** What the recipes of the present Curator do in the same situations; requires nothing of them. */
@Tag("nightly")
class CuratorRecipesIT extends CuratorTickets {

    CuratorRecipesIT() {
        super(Contestant.Library.LATCH, Contestant.Library.SELECTOR);
    }
}
