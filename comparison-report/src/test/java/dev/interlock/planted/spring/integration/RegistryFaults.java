// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.spring.integration;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the registry for Spring Integration. */
final class RegistryFaults {

    private RegistryFaults() {}

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
