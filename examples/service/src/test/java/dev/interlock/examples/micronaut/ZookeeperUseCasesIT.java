// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import org.junit.jupiter.api.Tag;

/** The use cases on locks in ZooKeeper. */
@Tag("nightly")
final class ZookeeperUseCasesIT extends UseCasesUnderFaults {

    ZookeeperUseCasesIT() {
        super("zookeeper");
    }

    /** A tenth of the 100,000 of the docs and the profile, on one store. */
    @Override
    int triesOfEachCaller() {
        return 100;
    }
}
