// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

import dev.interlock.report.timeline.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * What one peer did when one question was put to it.
 *
 * @param peer the column's id
 * @param question the question's id
 * @param outcome what came of it
 * @param seen what was seen, with milliseconds
 * @param note where the peer's own documentation says the same; empty if that is not known
 * @param command what shows it again
 * @param timeline what the clients did; null if nothing ran
 */
public record PeerCell(
        String peer,
        String question,
        PeerOutcome outcome,
        String seen,
        String note,
        String command,
        @Nullable Timeline timeline) {}
