// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.Capability;
import java.util.List;
import java.util.Objects;

/**
 * A description of the store, in plain text, as found when the backend started. Each client logs it once. Immutable.
 *
 * @param product name, version and mode, such as {@code MySQL 8.0.36, mode lease}; no secrets
 * @param limits what the store does not guarantee, one clause each, in addition to the missing capabilities
 *     ({@link Capability#absence()})
 */
public record StoreDescription(String product, List<String> limits) {

    /** Copies the list. */
    public StoreDescription {
        Objects.requireNonNull(product, "product");
        limits = List.copyOf(limits);
    }
}
