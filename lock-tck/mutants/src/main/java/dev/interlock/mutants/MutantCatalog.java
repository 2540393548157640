// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Mutants, found by {@link ServiceLoader}: registered under
 * {@code META-INF/services/dev.interlock.mutants.MutantCatalog}, with a public constructor without parameters.
 */
public interface MutantCatalog {

    /**
     * Whose backend is broken in them.
     *
     * @return the name of the backend as in reports, such as {@code redis}
     */
    String backend();

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
        return catalogs().flatMap(catalog -> catalog.mutants().stream()).toList();
    }

    /**
     * The mutants of one backend.
     *
     * @param backend its name
     * @return in the order of its catalogs; none if it has no catalog on the class path
     */
    static List<Mutant> of(String backend) {
        return catalogs()
                .filter(catalog -> catalog.backend().equals(backend))
                .flatMap(catalog -> catalog.mutants().stream())
                .toList();
    }

    private static Stream<MutantCatalog> catalogs() {
        return ServiceLoader.load(MutantCatalog.class).stream().map(ServiceLoader.Provider::get);
    }
}
