// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.spring;

/** Stands for the module of Spring Boot, which nothing else may see. */
public final class SpringFaults {

    private SpringFaults() {}
}
