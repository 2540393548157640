// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/**
 * One contender of the comparison.
 *
 * @param id such as {@code redisson}
 * @param title for the table, with the version of a peer
 * @param role its role in the comparison
 * @param waits whether it can wait for a lock that is held; otherwise it takes no part where threads contend
 * @param shares whether it has locks for readers and writers
 * @param opener opens a client
 */
public record Contender(String id, String title, Role role, boolean waits, boolean shares, Opener opener) {

    /**
     * A contender without locks for readers and writers.
     *
     * @param id such as {@code redisson}
     * @param title for the table, with the version of a peer
     * @param role its role in the comparison
     * @param waits whether it can wait for a lock that is held
     * @param opener opens a client
     */
    public Contender(String id, String title, Role role, boolean waits, Opener opener) {
        this(id, title, role, waits, false, opener);
    }

    Contender sharing() {
        return new Contender(id, title, role, waits, true, opener);
    }
}
