// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.mutants.Mutant;
import java.util.Set;

/**
 * The mutants of a short run: those that the verdicts on tutorials rest on, and the most likely mistakes for each other
 * store.
 */
final class TellingMutants {

    private static final Set<String> IDS = Set.of(
            "acq-shared-handle",
            "err-failure-is-contention",
            "name-buckets",
            "rel-owner-is-thread",
            "ren-dies-of-a-failure",
            "redis-get-compare-del",
            "redis-no-expiry",
            "redis-non-null-is-success",
            "redis-not-idempotent",
            "redis-owner-is-thread",
            "redis-plain-del",
            "redis-renew-ignores-zero",
            "redis-setex",
            "redis-setnx-then-expire",
            "redis-timeout-is-busy",
            "redis-validity-from-reply",
            "zookeeper-all-watch-the-parent",
            "zookeeper-session-is-hold",
            "jdbc-client-clock",
            "jdbc-release-any-owner",
            "jdbc-select-then-update");

    private TellingMutants() {}

    static boolean contain(Mutant mutant) {
        return IDS.contains(mutant.id());
    }

    static Set<String> ids() {
        return IDS;
    }
}
