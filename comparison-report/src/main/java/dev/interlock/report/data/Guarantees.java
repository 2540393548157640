// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * What a backend declares about itself.
 *
 * @param waiting how waiters learn of a release
 * @param minLease the shortest lease
 * @param maxLease the longest lease
 * @param maxTokens how many fencing tokens one attempt may reserve
 * @param declarations one for each capability there is
 * @param limits what the store does not guarantee, in sentences
 */
public record Guarantees(
        String waiting,
        String minLease,
        String maxLease,
        int maxTokens,
        List<Declaration> declarations,
        List<String> limits) {

    /** Copies the lists. */
    public Guarantees {
        declarations = List.copyOf(declarations);
        limits = List.copyOf(limits);
    }

    /**
     * One capability.
     *
     * @param capability in words
     * @param declared whether the backend has it
     * @param absence what it means if it has not
     */
    public record Declaration(String capability, boolean declared, String absence) {}
}
