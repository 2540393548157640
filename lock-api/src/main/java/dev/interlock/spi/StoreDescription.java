// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.Capability;
import java.util.List;
import java.util.Objects;

/**
 * What a store turned out to be when the backend started, for people: each client writes it to the log once. Immutable.
 *
 * @param product name, version and mode, such as {@code MySQL 8.0.36, mode lease}; no secrets
 * @param limits what is not guaranteed beyond the meaning of the capabilities that are not declared
 *     ({@link Capability#absence()}), one clause each
 */
public record StoreDescription(String product, List<String> limits) {

    /** Copies the list. */
    public StoreDescription {
        Objects.requireNonNull(product, "product");
        limits = List.copyOf(limits);
    }
}
