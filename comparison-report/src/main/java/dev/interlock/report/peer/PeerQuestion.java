// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

/**
 * A question that is put to all peers.
 *
 * @param id such as {@code LOSS-PAUSE}
 * @param asks one sentence
 * @param how what the run does, and what counts as a yes
 */
public record PeerQuestion(String id, String asks, String how) {}
