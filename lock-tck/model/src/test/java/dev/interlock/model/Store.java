// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import dev.interlock.Capability;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A column of the table in {@code docs/guarantees.md}, with what its store declares in the set-up that is named there:
 * Redis without persistence, three servers of ZooKeeper and of etcd, SQL servers that flush each commit, row locks on
 * MySQL. Immutable.
 *
 * @param column as the page names it
 * @param words by which the page's table of capabilities means this store
 * @param declared its capabilities, of those that any row depends on
 * @param untested those that it does not declare because no test can show them, and may have nevertheless
 */
record Store(String column, Pattern words, Set<Capability> declared, Set<Capability> untested) {

    /** The columns in the order of the page. */
    static final List<Store> ALL = List.of(
            new Store(
                    "memory",
                    Pattern.compile("\\bmemory\\b"),
                    Set.of(
                            Capability.SURVIVES_CLOCK_JUMP,
                            Capability.TOKENS_SURVIVE_DATA_LOSS,
                            Capability.KEEPS_LOCK_DELAY),
                    Set.of()),
            new Store(
                    "Redis",
                    Pattern.compile("\\bRedis\\b"),
                    Set.of(Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.KEEPS_LOCK_DELAY),
                    Set.of()),
            new Store(
                    "ZooKeeper",
                    Pattern.compile("\\bZooKeeper\\b"),
                    Set.of(Capability.SURVIVES_RESTART, Capability.SURVIVES_FAIL_OVER, Capability.SURVIVES_CLOCK_JUMP),
                    Set.of()),
            new Store(
                    "etcd",
                    Pattern.compile("\\betcd\\b"),
                    Set.of(Capability.SURVIVES_RESTART, Capability.SURVIVES_FAIL_OVER, Capability.KEEPS_LOCK_DELAY),
                    Set.of(Capability.SURVIVES_CLOCK_JUMP)),
            new Store(
                    "SQL, leases",
                    Pattern.compile("\\bSQL\\b"),
                    Set.of(
                            Capability.SURVIVES_RESTART,
                            Capability.TOKENS_SURVIVE_DATA_LOSS,
                            Capability.KEEPS_LOCK_DELAY),
                    Set.of()),
            new Store(
                    "SQL, row locks",
                    Pattern.compile("\\bSQL,|\\brow locks\\b"),
                    Set.of(Capability.SURVIVES_CLOCK_JUMP, Capability.TOKENS_SURVIVE_DATA_LOSS),
                    Set.of()));

    /** True if a cell "declared by" of the page means this store. */
    boolean isMeantBy(String declaredBy) {
        return words.matcher(declaredBy).find();
    }

    /** This store, and the same with what no test can show: which of them is true is not known. */
    List<Store> possible() {
        Set<Capability> atBest = EnumSet.copyOf(declared);
        atBest.addAll(untested);
        return untested.isEmpty() ? List.of(this) : List.of(this, new Store(column, words, atBest, Set.of()));
    }

    boolean has(Capability capability) {
        return declared.contains(capability);
    }
}
