// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

/**
 * A question to all peers.
 *
 * @param id such as {@code LOSS-PAUSE}
 * @param asks one sentence
 * @param how the steps of the run, and the criterion for a yes
 */
public record PeerQuestion(String id, String asks, String how) {}
