// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Which mutants run with which backend. A catalog belongs to the one that its package is named after, such as
 * {@code dev.interlock.redis}; all others run in memory.
 */
final class Mutants {

    private static final String REST = "memory";

    private Mutants() {}

    static List<Mutant> of(String owner, Set<String> allOwners) {
        return ServiceLoader.load(MutantCatalog.class).stream()
                .filter(catalog -> owner(catalog, allOwners).equals(owner))
                .flatMap(catalog -> catalog.get().mutants().stream())
                .toList();
    }

    private static String owner(ServiceLoader.Provider<MutantCatalog> catalog, Set<String> allOwners) {
        List<String> segments = List.of(catalog.type().getPackageName().split("\\.", -1));
        return allOwners.stream().filter(segments::contains).findFirst().orElse(REST);
    }
}
