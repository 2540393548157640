// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.spring;

import dev.interlock.planted.spi.Backend;

/** Planted faults of the registry for Spring Integration. */
public final class SpringFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
