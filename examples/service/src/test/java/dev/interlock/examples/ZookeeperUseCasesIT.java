// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples;

/** The use cases on locks in ZooKeeper. */
final class ZookeeperUseCasesIT extends UseCasesUnderFaults {

    ZookeeperUseCasesIT() {
        super("zookeeper");
    }
}
