// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/** Opens clients of a library in one configuration. */
@FunctionalInterface
public interface Opener {

    /**
     * Opens a client.
     *
     * @param address of the store
     * @param limits of its locks and connections
     * @return the client, which the caller closes
     * @throws Exception if the store failed
     */
    OpenClient open(StoreAddress address, Limits limits) throws Exception;
}
