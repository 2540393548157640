// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import java.util.Optional;

/**
 * A holder that a client on both stores saw in the old store and that is a client on the old store only. Immutable.
 *
 * @param lock the lock
 * @param hint the holder's hint, if it has one. Another client wrote it, so do not trust it.
 * @param seenMillis when, by the wall clock of the client that saw it, in milliseconds since 1970
 * @param times how many such holders this client saw, at one look a second at most
 */
public record OldOnlyHolder(String lock, Optional<String> hint, long seenMillis, long times) {}
