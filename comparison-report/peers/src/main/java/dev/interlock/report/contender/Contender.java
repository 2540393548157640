// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/**
 * One contender of the comparison.
 *
 * @param id such as {@code redisson}
 * @param title for the table, with the version of a peer
 * @param role its role in the comparison
 * @param waits whether it can wait for a lock that is held; otherwise it takes no part where threads contend
 * @param opener opens a client
 */
public record Contender(String id, String title, Role role, boolean waits, Opener opener) {}
