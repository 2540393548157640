// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

import dev.interlock.report.timeline.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * The result of one question to one peer.
 *
 * @param peer the column's id
 * @param question the question's id
 * @param outcome the outcome
 * @param seen the observation, with milliseconds
 * @param note where the peer's own documentation describes the same; empty if unknown
 * @param command the command that repeats it
 * @param timeline the actions of the clients; null if nothing ran
 */
public record PeerCell(
        String peer,
        String question,
        PeerOutcome outcome,
        String seen,
        String note,
        String command,
        @Nullable Timeline timeline) {}
