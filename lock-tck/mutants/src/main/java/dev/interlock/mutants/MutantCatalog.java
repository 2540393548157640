// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * A catalog of mutants, found by {@link ServiceLoader}. It is registered under
 * {@code META-INF/services/dev.interlock.mutants.MutantCatalog} and has a public constructor without parameters.
 */
public interface MutantCatalog {

    /**
     * Returns the name of the backend that the mutants break.
     *
     * @return the name as in reports, such as {@code redis}
     */
    String backend();

    /**
     * Returns the mutants of this catalog.
     *
     * @return at least one
     */
    List<Mutant> mutants();

    /**
     * Returns the mutants of all catalogs on the class path.
     *
     * @return in the order of the catalogs
     */
    static List<Mutant> all() {
        return catalogs().flatMap(catalog -> catalog.mutants().stream()).toList();
    }

    /**
     * Returns the mutants of one backend.
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
