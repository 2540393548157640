// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where the store of the application's main client is, if a bean knows it and no property: a test that starts the store
 * on a free port, a container, or a platform. A bean of this type replaces {@code interlock.uri}, {@code backend},
 * {@code bean}, {@code user} and {@code password}. Its methods are called once, when the client is made.
 */
public interface InterlockConnectionDetails extends ConnectionDetails {

    /**
     * The store.
     *
     * @return as {@code interlock.uri}
     */
    String getUri();

    /**
     * The user at the store.
     *
     * @return the user; null if the uri has one, or none is needed
     */
    default @Nullable String getUser() {
        return null;
    }

    /**
     * The password at the store.
     *
     * @return the password; null if the uri has one, or none is needed
     */
    default @Nullable String getPassword() {
        return null;
    }
}
