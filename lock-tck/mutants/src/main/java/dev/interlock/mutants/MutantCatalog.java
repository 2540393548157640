// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Mutants, found by {@link ServiceLoader}: registered under {@code META-INF/services/dev.interlock.mutants.MutantCatalog}, with a
 * public constructor without parameters.
 */
public interface MutantCatalog {

    /**
     * The mutants of this catalog.
     *
     * @return at least one
     */
    List<Mutant> mutants();

    /**
     * The mutants of all catalogs on the class path.
     *
     * @return in the order of the catalogs
     */
    static List<Mutant> all() {
        return ServiceLoader.load(MutantCatalog.class).stream()
                .flatMap(catalog -> catalog.get().mutants().stream())
                .toList();
    }
}
