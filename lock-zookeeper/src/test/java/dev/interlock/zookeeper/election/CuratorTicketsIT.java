// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.election;

import org.junit.jupiter.api.Tag;

/** Our election never has two leaders in these situations, and always has one in the end. */
@Tag("nightly")
class CuratorTicketsIT extends CuratorTickets {

    CuratorTicketsIT() {
        super(Contestant.Library.INTERLOCK);
    }
}
