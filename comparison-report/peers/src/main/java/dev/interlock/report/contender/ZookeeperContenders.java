// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import dev.interlock.LockSettings;
import java.util.List;

/** The contenders on ZooKeeper. */
final class ZookeeperContenders {

    static final List<Contender> ALL = List.of(
            new Contender("zookeeper", "ZooKeeper: create + list, delete", Role.FLOOR, false, RawZookeeperClient::open),
            new Contender(
                            "interlock",
                            "Interlock",
                            Role.INTERLOCK,
                            true,
                            (address, limits) -> InterlockClient.open(LockSettings.of("zookeeper://" + address.uri())))
                    .sharing(),
            new Contender(
                    "interlock-kept",
                    "Interlock, kept locks",
                    Role.INTERLOCK,
                    true,
                    (address, limits) -> InterlockClient.keeping(LockSettings.of("zookeeper://" + address.uri()))),
            new Contender(
                            "curator",
                            "Curator InterProcessMutex " + Versions.of("curator"),
                            Role.PEER,
                            true,
                            CuratorLocks::open)
                    .sharing());

    private ZookeeperContenders() {}
}
