// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.election;

/** Our election never has two leaders in these situations, and always has one in the end. */
class CuratorTicketsIT extends CuratorTickets {

    CuratorTicketsIT() {
        super(Contestant.Library.INTERLOCK);
    }
}
