// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.HashMap;
import java.util.Map;

/** A resource that refuses the tokens of former holders. */
final class Guarded {

    private final Recorder recorder;
    private final Map<String, Long> highest = new HashMap<>();

    Guarded(Recorder recorder) {
        this.recorder = recorder;
    }

    /** False if a later holder has written before. */
    boolean write(String name, String owner, long token) {
        boolean accepted = token >= highest.getOrDefault(name, 0L);
        if (accepted) {
            highest.put(name, token);
        }
        recorder.effect("resource", name, owner, token, accepted);
        return accepted;
    }
}
