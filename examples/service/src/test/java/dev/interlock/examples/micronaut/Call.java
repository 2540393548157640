// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

/**
 * A request that can be repeated at any instance: by its id, it counts once.
 *
 * @param path with all parameters but the id
 * @param id of the request; empty to send none
 */
record Call(String path, String id) {

    /** The path and the query. */
    String target() {
        if (id.isEmpty()) {
            return path;
        }
        return path + (path.contains("?") ? "&" : "?") + "request=" + id;
    }
}
