// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.annotation;

import dev.interlock.planted.spi.Backend;

/** Planted faults of annotated methods. */
public final class AnnotationFaults {

    abstract static class SeesSpi {
        abstract Backend backend();
    }
}
