// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/**
 * The address of a store.
 *
 * @param uri in its driver's form: {@code redis://host:port}, {@code jdbc:...}, {@code host:port}
 * @param user empty where there is none
 * @param password empty where there is none
 */
public record StoreAddress(String uri, String user, String password) {

    boolean isPostgres() {
        return uri.startsWith("jdbc:postgresql:");
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "StoreAddress";
    }
}
