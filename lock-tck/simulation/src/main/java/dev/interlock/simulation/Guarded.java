// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.tck.history.LockPart;
import java.util.HashMap;
import java.util.Map;

/**
 * A resource that refuses the tokens of former holders. A holder that keeps others out writes; the other holders look,
 * by the rules of {@code docs/shared-locks.md}.
 */
final class Guarded {

    private final Recorder recorder;
    private final Map<String, Long> written = new HashMap<>();
    private final Map<String, Long> seen = new HashMap<>();

    Guarded(Recorder recorder) {
        this.recorder = recorder;
    }

    /** False if a later holder has written before, or, for one that writes, has looked. */
    boolean use(LockPart part, String owner, long token) {
        boolean writes = part.isWhole();
        boolean accepted = token >= (writes ? seen : written).getOrDefault(part.lock(), 0L);
        if (accepted) {
            seen.merge(part.lock(), token, Math::max);
            if (writes) {
                written.put(part.lock(), token);
            }
        }
        if (writes) {
            recorder.effect("resource", part, owner, token, accepted);
        }
        return accepted;
    }
}
