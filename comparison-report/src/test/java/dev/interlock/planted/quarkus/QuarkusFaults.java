// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.quarkus;

/** Stands for the modules of Quarkus, which no others may see. */
public final class QuarkusFaults {

    private QuarkusFaults() {}
}
