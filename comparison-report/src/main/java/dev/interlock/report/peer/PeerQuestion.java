// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

/**
 * A question to all peers of a subject.
 *
 * @param id such as {@code LOSS-PAUSE}
 * @param subject the peers that are asked it
 * @param asks one sentence
 * @param how the steps of the run, and the criterion for a yes
 */
public record PeerQuestion(String id, PeerSubject subject, String asks, String how) {}
