// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

/** What happens to one request on its way to the store and back. */
enum Fate {
    ANSWERED("is answered"),
    SLOW("is answered late, but in time for its client"),
    REQUEST_LOST("never reaches the store"),
    REPLY_LOST("is executed, and its answer is lost"),
    LATE("is executed after its client gave up"),
    HANGS("is executed, and its client waits for eight seconds without an answer"),
    TWICE("is executed twice, the second time after its answer"),
    REFUSED("is refused, and surely not executed");

    private final String words;

    Fate(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
