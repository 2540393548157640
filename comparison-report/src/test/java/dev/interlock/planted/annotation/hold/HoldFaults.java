// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.annotation.hold;

import dev.interlock.planted.annotation.AnnotationFaults;

/** Planted faults of the lowest layer of annotated methods. */
final class HoldFaults {

    private HoldFaults() {}

    abstract static class SeesAnnotation {
        abstract AnnotationFaults above();
    }
}
