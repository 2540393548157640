// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import io.micronaut.runtime.Micronaut;

/** Starts an instance of the service. */
public final class Service {

    private Service() {}

    /**
     * Starts, and serves until the process is ended.
     *
     * @param arguments as Micronaut takes them
     */
    public static void main(String[] arguments) {
        Micronaut.run(Service.class, arguments);
    }
}
