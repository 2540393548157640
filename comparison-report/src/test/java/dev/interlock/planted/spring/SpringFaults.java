// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.spring;

/** Stands for the modules of Spring, which no others may see. */
public final class SpringFaults {

    private SpringFaults() {}
}
